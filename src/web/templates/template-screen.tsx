import { Anchor, Skeleton, Stack, Title } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { Link, useLocation, useParams, useNavigate } from 'react-router'
import { readTemplate, createTemplate, listTemplates, listTemplateVersions, updateTemplate, type EmailTemplate } from '#contract/templates/templates.ts'
import { listStatuses } from '#contract/statuses/statuses.ts'
import { isAnswered, Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, readAgain, useCall } from '#web/ui/use-call.ts'
import { toTemplateText, LABELS, findErrors, type TemplateText } from './preview/template-text.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SavedBanner } from '#web/ui/editor/saved-banner.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { EmailPreview } from './preview/email-preview.tsx'
import { TemplateForm } from './template-form.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { useEditing, type EditState } from '#web/ui/editor/use-editing.ts'

const EMPTY: TemplateText = { email_name: '', email_desc: '', email_subject: '', email_base_html: '', disabled_flag: false, fits_status_ids: [] }

/** A new template, possibly a copy of another. */
export function NewTemplateScreen(): ReactNode {
  const copied = (useLocation().state as { copy?: TemplateText } | null)?.copy
  return (
    <Frame title="New Template">
      <TemplateEditor stored={null} start={{ text: EMPTY, version: 0 }} copied={copied} />
    </Frame>
  )
}

const WAITING = <Skeleton height={480} aria-label="Loading email template" />

/** An existing template. */
export function TemplateScreen(): ReactNode {
  const id = Number(useParams()['id'])
  const query = useCall(readTemplate, { id }, { staleTime: 0 })
  // The form lists statuses and would grow once they load.
  const statuses = useCall(listStatuses, {})
  return (
    <Frame title="Edit Template">
      <Loaded
        query={query}
        waiting={WAITING}
        failed={(_why, again) => <ErrorNotice again={again}>Failed to load email template. Please try again later.</ErrorNotice>}
      >
        {(stored) => (isAnswered(statuses) ? <TemplateEditor key={id} stored={stored} start={toTemplateText(stored)} /> : WAITING)}
      </Loaded>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Stack>
      <Anchor component={Link} to="/admin/email-templates" size="sm">
        Back to Email Templates
      </Anchor>
      <Title order={1}>{title}</Title>
      {children}
    </Stack>
  )
}

const LIST = '/admin/email-templates'
const REDIRECT_MS = 1500

type Props = { stored: EmailTemplate | null; start: Versioned<TemplateText>; copied?: TemplateText | undefined }

/** One template: its form, its preview, and the warning before changes are lost. */
function TemplateEditor({ stored, start, copied }: Props): ReactNode {
  const editing = useTemplateEditing(stored, start)
  const leave = useAutoLeave(editing.isSaved ? editing.saved : null, stored === null)
  const begin = useEffectEvent((text: TemplateText) => editing.set(text))
  useEffect(() => {
    if (copied) begin(copied)
  }, [copied])

  const verb = stored ? 'update' : 'create'
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={displayValue}
      isFramed={false}
      above={
        <>
          <div role="status">{leave && <SavedBanner leave={leave.leave}>{leave.words}</SavedBanner>}</div>
          <Outcome saved={null} failed={editing.failure && `Failed to ${verb} email template: ${editing.failure}`} />
        </>
      }
      previewLabel="Preview of the email"
      preview={<EmailPreview text={editing.text} />}
    >
      {() => <TemplateForm editing={editing} stored={stored} />}
    </Editor>
  )
}

function displayValue(field: keyof TemplateText, value: TemplateText[keyof TemplateText]): string {
  return field === 'disabled_flag' ? (value ? 'Disabled' : 'Active') : String(value)
}

/** After saving, returns to the list automatically, unless the person chooses to stay or keeps writing. */
function useAutoLeave(saved: EmailTemplate | null, isNew: boolean) {
  const navigate = useNavigate()
  const [stayedWith, setStayedWith] = useState<EmailTemplate | null>(null)
  const words = `Email template '${saved?.email_name}' ${isNew ? 'created' : 'updated'} successfully.`
  const to = useCallback(() => void navigate(LIST, { state: { saved: words } }), [navigate, words])
  const stay = useCallback(() => {
    setStayedWith(saved)
    if (isNew && saved) void navigate(`${LIST}/${saved.ref_email_base_id}`, { replace: true })
  }, [navigate, saved, isNew])
  const isLeaving = saved !== null && saved !== stayedWith
  const leave = useMemo(() => (isLeaving ? { to, stay, afterMs: REDIRECT_MS, where: 'the list' } : undefined), [isLeaving, to, stay])
  return saved ? { words, leave } : null
}

/** A template being edited; `stored` is null for a new one. `saved` is the last saved version. */
function useTemplateEditing(stored: EmailTemplate | null, start: Versioned<TemplateText>): EditState<TemplateText> & { saved: EmailTemplate | null } {
  const memory = useQueryClient()
  const [saved, setSaved] = useState<EmailTemplate | null>(null)
  const id = stored?.ref_email_base_id

  async function save(text: TemplateText, version: number): Promise<Versioned<TemplateText>> {
    // Sent only once: a retry after a lost response would be rejected as someone else's change.
    const template = id === undefined ? await call(createTemplate, text, { retries: 0 }) : await call(updateTemplate, { id, version, ...text }, { retries: 0 })
    return show(template)
  }

  function show(template: EmailTemplate): Versioned<TemplateText> {
    memory.setQueryData(keyOf(readTemplate, { id: template.ref_email_base_id }), template)
    void memory.invalidateQueries({ queryKey: keyOf(listTemplates) })
    void memory.invalidateQueries({ queryKey: keyOf(listTemplateVersions) })
    setSaved(template)
    return toTemplateText(template)
  }

  async function reread(): Promise<Versioned<TemplateText>> {
    return show(await readAgain(memory, readTemplate, { id: id! }))
  }

  const editing = useEditing<TemplateText>({
    draftKey: `template_${id ?? 'new'}`,
    stored: start,
    check: findErrors,
    save,
    ...(id !== undefined && { reread }),
  })
  return { ...editing, saved }
}
