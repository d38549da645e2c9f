import { Alert, Group, MultiSelect, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { QUESTION_TYPES } from '#contract/question-rules.ts'
import { QUESTIONS_IN_USE, type ApplicationQuestion } from '#contract/questions.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { useCall } from '#web/ui/use-call.ts'
import type { Editing } from '#web/ui/use-editing.ts'
import classes from './question-fields.module.css'
import { LABELS, type QuestionWords } from './question-words.ts'

type Props = Pick<Editing<QuestionWords>, 'text' | 'faults' | 'set'>

export function NewQuestionFields({ text, faults, set }: Props): ReactNode {
  return (
    <Group align="start" grow preventGrowOverflow={false}>
      <TextInput
        label={LABELS.question_name}
        description="The name of its answers in exports; it stays, as does the type"
        required
        value={text.question_name}
        error={faults['question_name']}
        onChange={(event) => set({ question_name: event.currentTarget.value })}
      />
      <Select
        label={LABELS.question_type}
        description="What the applicant is given to answer with"
        allowDeselect={false}
        value={text.question_type}
        onChange={(question_type) => set({ question_type: question_type ?? QUESTION_TYPES[0] })}
        data={[...QUESTION_TYPES]}
      />
    </Group>
  )
}

export function WordingFields({ text, faults, set, place }: Props & { place: number | undefined }): ReactNode {
  return (
    <Stack gap="md">
      <Textarea
        label={LABELS.question_text}
        required
        autosize
        minRows={2}
        maxRows={10}
        value={text.question_text}
        error={faults['question_text']}
        onChange={(event) => set({ question_text: event.currentTarget.value })}
      />
      <TextInput
        label={LABELS.question_placeholder}
        description="Stands under the question, where it does not vanish while one types"
        value={text.question_placeholder}
        error={faults['question_placeholder']}
        onChange={(event) => set({ question_placeholder: event.currentTarget.value })}
      />
      {text.question_type === 'Checkboxes' && (
        <Textarea
          label={LABELS.answers}
          description="One to a line, in their order. None: a single box to tick"
          autosize
          minRows={2}
          maxRows={12}
          value={text.answers}
          error={faults['answers']}
          onChange={(event) => set({ answers: event.currentTarget.value })}
        />
      )}
      <Group align="start" grow preventGrowOverflow={false}>
        {text.question_type === 'Extended Open Text Box' && <Count name="max_words" help="Up to 4000" {...{ text, faults, set }} />}
        <Count name="place" help={place ? `Now at ${place}; empty: stays there` : 'Empty: at the end'} {...{ text, faults, set }} />
      </Group>
    </Stack>
  )
}

function Count({ name, help, text, faults, set }: Props & { name: 'max_words' | 'place'; help: string }): ReactNode {
  return (
    <TextInput
      label={LABELS[name]}
      description={help}
      inputMode="numeric"
      maw="12rem"
      value={text[name]}
      error={faults[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
}

export function AskingFields({ text, faults, set, stored }: Props & { stored: ApplicationQuestion | null }): ReactNode {
  const lost = text.disabled_flag && stored && !stored.disabled_flag ? QUESTIONS_IN_USE[text.question_name] : undefined
  return (
    <Stack gap="md">
      <Switch label={LABELS.required_flag} checked={text.required_flag} onChange={(event) => set({ required_flag: event.currentTarget.checked })} />
      <Switch
        label={LABELS.disabled_flag}
        description="A disabled question is asked nobody; answers that were given stay"
        checked={text.disabled_flag}
        onChange={(event) => set({ disabled_flag: event.currentTarget.checked })}
      />
      <div role="alert" className={classes['place']}>
        {lost && (
          <Alert color="orange" variant="light" role="presentation" styles={{ message: { color: 'var(--mantine-color-text)' } }}>
            {lost}
          </Alert>
        )}
      </div>
      <Switch
        label={LABELS.all_roles_flag}
        checked={text.all_roles_flag}
        onChange={(event) => set({ all_roles_flag: event.currentTarget.checked, ref_function_role_ids: text.ref_function_role_ids })}
      />
      {!text.all_roles_flag && <RolesField {...{ text, faults, set }} />}
    </Stack>
  )
}

function RolesField({ text, faults, set }: Props): ReactNode {
  const roles = useCall(listAdminRoles, {})
  return (
    <MultiSelect
      label={LABELS.ref_function_role_ids}
      description={roles.isError ? 'The roles could not be loaded. Please try again later.' : 'The roles that ask it'}
      searchable
      value={text.ref_function_role_ids}
      error={faults['ref_function_role_ids']}
      onChange={(ref_function_role_ids) => set({ ref_function_role_ids: ref_function_role_ids.toSorted((a, b) => Number(a) - Number(b)) })}
      data={(roles.data ?? []).map((role) => ({ value: String(role.ref_function_role_id), label: role.function_role_name }))}
    />
  )
}
