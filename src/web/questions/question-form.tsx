import { Text, Title, Group, MultiSelect, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApplicationQuestion } from '#contract/questions/questions.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm, textField, type Fields as QuestionFields } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { useCreatedNotice } from '#web/ui/editor/use-created-notice.ts'
import { isListType, isQuestionType, KNOWN_QUESTIONS, QUESTION_TYPE_NAMES, QUESTION_TYPES } from '#contract/questions/question-rules.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { useCall } from '#web/ui/use-call.ts'
import classes from './question-fields.module.css'
import { QuestionPreview, type QuestionComponent } from './question-preview.tsx'
import { LABELS, displayValue, type QuestionDraft } from './question-text.ts'
import { useQuestionEditing } from './use-question-editing.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props = { question: ApplicationQuestion | null; QuestionField: QuestionComponent }

/** One question: its form, next to a preview of what the applicant sees. */
export function QuestionForm({ question, QuestionField }: Props): ReactNode {
  const editing = useQuestionEditing(question)
  const created = useCreatedNotice(question ? null : createdAs(editing))
  const saved = editing.isSaved ? 'Question updated successfully.' : !editing.isChanged && created
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={displayValue}
      above={
        <Title order={2} size="h3" id="question-form" tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {question ? `Edit ‘${question.question_name}’` : 'New Question'}
        </Title>
      }
      previewLabel="Preview of the question"
      preview={<QuestionPreview draft={editing.text} QuestionField={QuestionField} />}
    >
      {() => <Fields question={question} editing={editing} saved={saved || null} />}
    </Editor>
  )
}

type FieldsProps = { question: ApplicationQuestion | null; editing: ReturnType<typeof useQuestionEditing>; saved: string | null }

function Fields({ question, editing, saved }: FieldsProps): ReactNode {
  return (
    <EditorForm editing={editing} labels={LABELS} aria-labelledby="question-form">
      {!question && <NewQuestionFields {...editing} />}
      {question && (
        <Text size="sm" c="dimmed">
          {question.question_type}
          {question.has_answers && '. Applicants have already answered it: their answers keep the original wording.'}
        </Text>
      )}
      <WordingFields {...editing} now={question?.place} />
      <AskingFields {...editing} stored={question} />
      <Outcome saved={saved} failed={editing.failure && `Failed to ${question ? 'update' : 'create'} question. Please try again. ${editing.failure}`} />
      <SaveBar label={question ? 'Save Changes' : 'Create Question'} isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
    </EditorForm>
  )
}

function createdAs(editing: ReturnType<typeof useQuestionEditing>) {
  if (!editing.isSaved || !editing.saved) return null
  const { ref_question_id, question_name } = editing.saved
  return { query: `question=${ref_question_id}`, message: `Question '${question_name}' created successfully.` }
}

type NewQuestionFieldsProps = QuestionFields<QuestionDraft>

function NewQuestionFields(fields: NewQuestionFieldsProps): ReactNode {
  return (
    <Group align="end" grow preventGrowOverflow={false}>
      <TextInput
        label={LABELS.question_name}
        description="Labels the answers in exports. The name and the type can't be changed later"
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
function WordingFields({ now, ...fields }: NewQuestionFieldsProps & { now: number | undefined }): ReactNode {
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

function Count({ name, help, fields }: { name: 'max_words' | 'place'; help: string; fields: NewQuestionFieldsProps }): ReactNode {
  return <TextInput label={LABELS[name]} description={help} inputMode="numeric" maw="12rem" {...textField(fields, name)} />
}

function AskingFields({ stored, ...fields }: NewQuestionFieldsProps & { stored: ApplicationQuestion | null }): ReactNode {
  const { text, set } = fields
  const lost = text.disabled_flag && stored && !stored.disabled_flag ? KNOWN_QUESTIONS[text.question_name]?.lost : null
  return (
    <Stack gap="md">
      <Switch
        label={LABELS.all_roles_flag}
        description={text.all_roles_flag && stored?.all_roles_flag && leftOutSummary(stored.left_out_role_ids.length)}
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
          <Message tone="warn" role="presentation">
            {lost}
          </Message>
        )}
      </div>
    </Stack>
  )
}

function leftOutSummary(roles: number): string | false {
  return roles > 0 && `Except ${roles === 1 ? '1 role that leaves' : `${roles} roles that leave`} it out on their Questions tab`
}

function rolesSummary({ question_type }: QuestionDraft): string {
  return isListType(question_type)
    ? 'Roles that ask this question. If none are chosen, roles that list license states ask it'
    : 'Roles that ask this question. If none are chosen, no role asks it'
}

function RolesField({ text, faults, set, idOf }: NewQuestionFieldsProps): ReactNode {
  const roles = useCall(listAdminRoles, {})
  return (
    <MultiSelect
      id={idOf('ref_function_role_ids')}
      label={LABELS.ref_function_role_ids}
      description={roles.isError ? "We couldn't load the roles. Try again later." : rolesSummary(text)}
      searchable
      value={text.ref_function_role_ids}
      error={faults['ref_function_role_ids']}
      onChange={(ref_function_role_ids) => set({ ref_function_role_ids: ref_function_role_ids.toSorted((a, b) => Number(a) - Number(b)) })}
      data={(roles.data ?? []).map((role) => ({ value: String(role.ref_function_role_id), label: role.function_role_name }))}
    />
  )
}
