import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { EmailTemplate } from '#contract/templates/templates.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SavedBanner } from '#web/ui/editor/saved-banner.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { EmailPreview } from './preview/email-preview.tsx'
import { TemplateForm } from './template-form.tsx'
import { LABELS, type TemplateText } from './preview/template-text.ts'
import { useTemplateEditing } from './use-template-editing.ts'

const LIST = '/admin/email-templates'
const REDIRECT_MS = 1500

type Props = { stored: EmailTemplate | null; start: Versioned<TemplateText>; copied?: TemplateText | undefined }

/** One template: its form, its preview, and the guard against losing changes. */
export function TemplateEditor({ stored, start, copied }: Props): ReactNode {
  const editing = useTemplateEditing(stored, start)
  const leave = useLeaving(editing.isSaved ? editing.saved : null, stored === null)
  const begin = useEffectEvent((text: TemplateText) => editing.set(text))
  useEffect(() => {
    if (copied) begin(copied)
  }, [copied])

  const verb = stored ? 'update' : 'create'
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={readable}
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

function readable(field: keyof TemplateText, value: TemplateText[keyof TemplateText]): string {
  return field === 'disabled_flag' ? (value ? 'Disabled' : 'Active') : String(value)
}

/** After saving, returns to the list automatically, unless the person stays or keeps writing. */
function useLeaving(saved: EmailTemplate | null, isNew: boolean) {
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
