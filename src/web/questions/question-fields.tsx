import { Alert, Group, MultiSelect, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { isListType, isQuestionType, KNOWN_QUESTIONS, QUESTION_TYPE_NAMES, QUESTION_TYPES } from '#contract/questions/question-rules.ts'
import type { ApplicationQuestion } from '#contract/questions/questions.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { useCall } from '#web/ui/use-call.ts'
import classes from './question-fields.module.css'
import { LABELS, type QuestionWords } from './question-words.ts'

type Props = Fields<QuestionWords>

export function NewQuestionFields(fields: Props): ReactNode {
  return (
    <Group align="start" grow preventGrowOverflow={false}>
      <TextInput
        label={LABELS.question_name}
        description="Names its answers in exports; can't be changed later, and neither can the type"
        required
        {...textField(fields, 'question_name')}
      />
      <Select
        id={fields.idOf('question_type')}
        label={LABELS.question_type}
        description="How applicants answer"
        allowDeselect={false}
        value={fields.text.question_type}
        onChange={(question_type) => fields.set({ question_type: question_type ?? QUESTION_TYPE_NAMES[0] })}
        data={[...QUESTION_TYPE_NAMES]}
      />
    </Group>
  )
}

/** `now`: the question's current position. */
export function WordingFields({ now, ...fields }: Props & { now: number | undefined }): ReactNode {
  const { question_type } = fields.text
  const edits = isQuestionType(question_type) ? QUESTION_TYPES[question_type].edits : null
  return (
    <Stack gap="md">
      <Textarea label={LABELS.question_text} required autosize minRows={2} maxRows={10} {...textField(fields, 'question_text')} />
      <TextInput label={LABELS.question_placeholder} description="Shown below the question" {...textField(fields, 'question_placeholder')} />
      {edits?.choices && (
        <Textarea
          label={LABELS.answers}
          description="One per line, in order. Leave empty for a single checkbox"
          autosize
          minRows={2}
          maxRows={12}
          {...textField(fields, 'answers')}
        />
      )}
      <Group align="start" grow preventGrowOverflow={false}>
        {edits?.wordLimit && <Count name="max_words" help="Up to 4000" fields={fields} />}
        <Count name="place" help={now ? `Now at ${now}; leave empty to keep it there` : 'Leave empty to add it at the end'} fields={fields} />
      </Group>
    </Stack>
  )
}

function Count({ name, help, fields }: { name: 'max_words' | 'place'; help: string; fields: Props }): ReactNode {
  return <TextInput label={LABELS[name]} description={help} inputMode="numeric" maw="12rem" {...textField(fields, name)} />
}

export function AskingFields({ stored, ...fields }: Props & { stored: ApplicationQuestion | null }): ReactNode {
  const { text, set } = fields
  const lost = text.disabled_flag && stored && !stored.disabled_flag ? KNOWN_QUESTIONS[text.question_name]?.lost : null
  return (
    <Stack gap="md">
      <Switch
        label={LABELS.all_roles_flag}
        description={text.all_roles_flag && stored?.all_roles_flag && leftOutWords(stored.left_out_role_ids.length)}
        checked={text.all_roles_flag}
        onChange={(event) => set({ all_roles_flag: event.currentTarget.checked, ref_function_role_ids: text.ref_function_role_ids })}
      />
      {!text.all_roles_flag && <RolesField {...fields} />}
      {!isListType(text.question_type) && (
        <Switch label={LABELS.required_flag} checked={text.required_flag} onChange={(event) => set({ required_flag: event.currentTarget.checked })} />
      )}
      <Switch
        label={LABELS.disabled_flag}
        description="Disabled questions aren't asked; existing answers are kept"
        checked={text.disabled_flag}
        onChange={(event) => set({ disabled_flag: event.currentTarget.checked })}
      />
      <div role="alert" className={classes['place']}>
        {lost && (
          <Alert color="orange" role="presentation">
            {lost}
          </Alert>
        )}
      </div>
    </Stack>
  )
}

function leftOutWords(roles: number): string | false {
  return roles > 0 && `Except ${roles === 1 ? '1 role that leaves' : `${roles} roles that leave`} it out on their Questions tab`
}

function rolesWords({ question_type }: QuestionWords): string {
  return isListType(question_type) ? 'Roles that ask it. If none are chosen: roles that list license states' : 'Roles that ask it. If none are chosen: no roles'
}

function RolesField({ text, faults, set, idOf }: Props): ReactNode {
  const roles = useCall(listAdminRoles, {})
  return (
    <MultiSelect
      id={idOf('ref_function_role_ids')}
      label={LABELS.ref_function_role_ids}
      description={roles.isError ? "We couldn't load the roles. Try again later." : rolesWords(text)}
      searchable
      value={text.ref_function_role_ids}
      error={faults['ref_function_role_ids']}
      onChange={(ref_function_role_ids) => set({ ref_function_role_ids: ref_function_role_ids.toSorted((a, b) => Number(a) - Number(b)) })}
      data={(roles.data ?? []).map((role) => ({ value: String(role.ref_function_role_id), label: role.function_role_name }))}
    />
  )
}
