import { Switch, TextInput, MultiSelect, Text, Button, Group, Stack, Modal } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { placeholdersFor, PURPOSES, type Purpose } from '#contract/templates/purposes.ts'
import { listTemplateVersions, deleteTemplate, listTemplates, type EmailTemplate } from '#contract/templates/templates.ts'
import { EditorForm, textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import type { EditState } from '#web/ui/editor/use-editing.ts'
import { EmailBody } from './email-body.tsx'
import type { BodyHandle } from './source/body-field.ts'
import { findProblems } from './source/mail-problems.ts'
import { ProblemList } from './source/problem-list.tsx'
import { SubjectField, insertText } from './source/subject-field.tsx'
import { LABELS, type TemplateText } from './preview/template-text.ts'
import { listStatuses, meaningOf } from '#contract/statuses/statuses.ts'
import { useCall, keyOf } from '#web/ui/use-call.ts'
import { PLACEHOLDERS, type Placeholder } from '#contract/templates/placeholders.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { sendTestEmail } from '#contract/templates/preview.ts'
import { call } from '#web/call.ts'

type Props = { editing: EditState<TemplateText>; stored: EmailTemplate | null }

export function TemplateForm({ editing, stored }: Props): ReactNode {
  const { text, set } = editing
  const purpose = stored?.purpose ?? 'other'
  return (
    <EditorForm editing={editing} labels={LABELS}>
      {PURPOSES[purpose].template_name !== null && <UsageNote purpose={purpose} />}
      <TextInput label={LABELS.email_name} required {...textField(editing, 'email_name')} />
      <TextInput label="Description (optional)" {...textField(editing, 'email_desc')} />
      <FittingStatuses label={LABELS.fits_status_ids} chosen={text.fits_status_ids} onChange={(fits_status_ids) => set({ fits_status_ids })} />
      <Wording {...editing} purpose={purpose} />
      <ProblemList problems={findProblems(text)} />
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

/** Subject and HTML, with a palette that inserts into the field last used. */
function Wording({ purpose, ...fields }: Fields<TemplateText> & { purpose: Purpose }): ReactNode {
  const { text, faults, set, idOf } = fields
  const subject = useRef<HTMLInputElement>(null)
  const html = useRef<BodyHandle>(null)
  const last = useRef<'subject' | 'html'>('html')

  function insert(placeholder: string): void {
    if (last.current === 'html') return html.current?.insert(placeholder)
    const field = subject.current!
    insertText(field, { from: field.selectionStart ?? field.value.length, to: field.selectionEnd ?? field.value.length, words: placeholder })
  }

  return (
    <>
      <SubjectField
        ref={subject}
        {...textField(fields, 'email_subject')}
        onFocus={() => (last.current = 'subject')}
        onChange={(email_subject) => set({ email_subject })}
      />
      <PlaceholderPalette names={placeholdersFor(purpose)} onInsert={insert} />
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

type StatusesProps = { label: string; chosen: number[]; onChange: (chosen: number[]) => void }

/** The statuses a template is for. */
function FittingStatuses({ label, chosen, onChange }: StatusesProps): ReactNode {
  const statuses = useCall(listStatuses, {})
  return (
    <MultiSelect
      label={`${label} (optional)`}
      description="You'll be asked to confirm before sending it to anyone in another status."
      data={(statuses.data ?? []).map((one) => ({ value: String(one.ref_application_status_id), label: one.application_status }))}
      value={chosen.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      error={statuses.isError && 'Failed to load application statuses'}
      clearable
    />
  )
}

/** The decisions this email is sent with. */
function UsageNote({ purpose }: { purpose: Purpose }): ReactNode {
  const { data: statuses = [] } = useCall(listStatuses, {})
  const names = statuses.filter(({ ref_application_status_id: id }) => meaningOf(id).offers === purpose).map((status) => status.application_status)
  return (
    <Text size="sm" c="dimmed">
      Rounds sends this email, so you can rename or disable it but not delete it.
      {names.length > 0 && ` Sent for: ${names.join(', ')}.`}
    </Text>
  )
}

/** Placeholders with sample values; clicking one inserts it at the caret. */
function PlaceholderPalette({ names, onInsert }: { names: Placeholder[]; onInsert: (placeholder: string) => void }): ReactNode {
  return (
    <div role="group" aria-labelledby="placeholder-palette">
      <Text id="placeholder-palette" size="sm" fw={600} mb={4}>
        Insert a placeholder
      </Text>
      <Group gap={6}>
        {names.map((name) => (
          <Button key={name} size="compact-sm" variant="default" title={`For example: ${PLACEHOLDERS[name]}`} onClick={() => onInsert(`{${name}}`)}>
            {`{${name}}`}
          </Button>
        ))}
      </Group>
    </div>
  )
}

/** The last ten versions; restoring one puts it in the form, to be reviewed and saved. */
function TemplateVersions({ id, onBringBack }: { id: number; onBringBack: (text: Partial<TemplateText>) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Earlier versions</summary>
      {isOpen && <Versions id={id} onBringBack={onBringBack} />}
    </details>
  )
}

function Versions({ id, onBringBack }: { id: number; onBringBack: (text: Partial<TemplateText>) => void }): ReactNode {
  const query = useCall(listTemplateVersions, { id })
  return (
    <Loaded query={query} waiting={<Text>Loading…</Text>} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(versions) => (
        <Stack gap="xs" mt="xs">
          {versions.length === 0 && <Text size="sm">This template hasn't been changed.</Text>}
          {versions.map(({ version, modified_at, modified_by_email, email_desc, email_subject, email_base_html }) => (
            <Group key={version} justify="space-between">
              <Text size="sm">
                Version {version}, {new Date(modified_at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
                {modified_by_email && `, ${modified_by_email}`}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Restore version ${version}`}
                onClick={() => {
                  onBringBack({ email_desc, email_subject, email_base_html })
                  notify(`Version ${version} is in the form. Save to start using it.`)
                }}
              >
                Restore
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

type ActionsProps = {
  stored: EmailTemplate | null
  text: TemplateText
  /** Called before leaving the screen for good: nothing on it needs to be kept. */
  onGone: () => void
}

function TemplateActions({ stored, text, onGone }: ActionsProps): ReactNode {
  if (!stored) return null
  const copy: TemplateText = { ...text, email_name: `${text.email_name} (copy)` }
  return (
    <>
      <SendTest id={stored.ref_email_base_id} text={text} />
      <Button variant="default" component={Link} to="/admin/email-templates/new" state={{ copy }}>
        Duplicate
      </Button>
      {PURPOSES[stored.purpose].template_name === null && <Delete stored={stored} onGone={onGone} />}
    </>
  )
}

function SendTest({ id, text }: { id: number; text: TemplateText }): ReactNode {
  const [isSending, setSending] = useState(false)
  async function send(): Promise<void> {
    const blocking = findProblems(text).find(({ isBlocking }) => isBlocking)
    if (blocking) return void warn(`No test email was sent. ${blocking.message}`)
    setSending(true)
    try {
      const { email_subject, email_base_html } = text
      notify((await call(sendTestEmail, { id, email_subject, email_base_html }, { retries: 0 })).message)
    } catch (failure) {
      warn(`No test email was sent. ${errorMessage(failure)}`)
    } finally {
      setSending(false)
    }
  }
  return (
    <Button variant="default" loading={isSending} onClick={() => void send()}>
      Send test to me
    </Button>
  )
}

function Delete({ stored, onGone }: { stored: EmailTemplate; onGone: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const memory = useQueryClient()
  const isUsed = stored.used > 0

  async function remove(): Promise<void> {
    try {
      await call(deleteTemplate, { id: stored.ref_email_base_id }, { retries: 0 })
      void memory.invalidateQueries({ queryKey: keyOf(listTemplates) })
      flushSync(onGone)
      void navigate('/admin/email-templates', { state: { saved: `Email template '${stored.email_name}' ${isUsed ? 'disabled' : 'deleted'}.` } })
    } catch (failure) {
      setOpen(false)
      warn(errorMessage(failure))
    }
  }
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Delete '${stored.email_name}'?`} centered>
        <Text mb="md">
          {isUsed
            ? `This template was used for ${stored.used} emails. It will be disabled instead of deleted so they can be traced.`
            : "No emails were sent with this template, and no status uses it. You can't undo this."}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            Keep it
          </Button>
          <Button color="red" onClick={() => void remove()}>
            {isUsed ? 'Disable' : 'Delete'}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
