import { Switch, TextInput } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { isSentByName, type EmailTemplate } from '#contract/templates/templates.ts'
import { EditorForm, textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import type { Editing } from '#web/ui/editor/use-editing.ts'
import { EmailBody } from './email-body.tsx'
import type { BodyHandle } from './source/body-field.ts'
import { problemsOf } from './source/mail-problems.ts'
import { PlaceholderPalette } from './source/placeholder-palette.tsx'
import { ProblemList } from './source/problem-list.tsx'
import { FittingStatuses } from './fitting-statuses.tsx'
import { SentWith } from './sent-with.tsx'
import { SubjectField, writeInto } from './source/subject-field.tsx'
import { TemplateActions } from './template-actions.tsx'
import { LABELS, type TemplateText } from './preview/template-text.ts'
import { TemplateVersions } from './template-versions.tsx'

type Props = { editing: Editing<TemplateText>; stored: EmailTemplate | null }

export function TemplateForm({ editing, stored }: Props): ReactNode {
  const { text, set } = editing
  const hasFixedName = stored !== null && isSentByName(stored.email_name)
  return (
    <EditorForm editing={editing} labels={LABELS}>
      {hasFixedName && <SentWith email_name={stored.email_name} />}
      <TextInput label={LABELS.email_name} required readOnly={hasFixedName} {...textField(editing, 'email_name')} />
      <TextInput label="Description (optional)" {...textField(editing, 'email_desc')} />
      <FittingStatuses label={LABELS.fits_status_ids} chosen={text.fits_status_ids} onChange={(fits_status_ids) => set({ fits_status_ids })} />
      <Wording {...editing} />
      <ProblemList problems={problemsOf(text)} />
      <Switch
        label="Active"
        description="A disabled template can't be sent."
        checked={!text.disabled_flag}
        onChange={(event) => set({ disabled_flag: !event.currentTarget.checked })}
      />
      <SaveBar label={stored ? 'Save Changes' : 'Create Template'} isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard}>
        <TemplateActions stored={stored} text={text} onGone={editing.discard} />
      </SaveBar>
      {stored && <TemplateVersions id={stored.ref_email_base_id} onBringBack={set} />}
    </EditorForm>
  )
}

/** Subject and HTML, with a palette that inserts into the field used last. */
function Wording(fields: Fields<TemplateText>): ReactNode {
  const { text, faults, set, idOf } = fields
  const subject = useRef<HTMLInputElement>(null)
  const html = useRef<BodyHandle>(null)
  const last = useRef<'subject' | 'html'>('html')

  function insert(placeholder: string): void {
    if (last.current === 'html') return html.current?.insert(placeholder)
    const field = subject.current!
    writeInto(field, { from: field.selectionStart ?? field.value.length, to: field.selectionEnd ?? field.value.length, words: placeholder })
  }

  return (
    <>
      <SubjectField
        ref={subject}
        {...textField(fields, 'email_subject')}
        onFocus={() => (last.current = 'subject')}
        onChange={(email_subject) => set({ email_subject })}
      />
      <PlaceholderPalette onInsert={insert} />
      <EmailBody
        ref={html}
        id={idOf('email_base_html')}
        label={LABELS.email_base_html}
        value={text.email_base_html}
        error={faults['email_base_html']}
        onChange={(email_base_html) => set({ email_base_html })}
        onFocus={() => (last.current = 'html')}
      />
    </>
  )
}
