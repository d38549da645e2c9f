import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createTemplate, listTemplates, listTemplateVersions, readTemplate, updateTemplate, type EmailTemplate } from '#contract/templates/templates.ts'
import { call } from '#web/call.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { useEditing, type Editing } from '#web/ui/editor/use-editing.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { faultsOf, textOf, type TemplateText } from './preview/template-text.ts'

/** A template being edited; `stored` is null for a new one. `saved` is what the last save stored. */
export function useTemplateEditing(stored: EmailTemplate | null, start: Versioned<TemplateText>): Editing<TemplateText> & { saved: EmailTemplate | null } {
  const memory = useQueryClient()
  const [saved, setSaved] = useState<EmailTemplate | null>(null)
  const sentVersion = useRef(start.version)
  const id = stored?.ref_email_base_id

  async function save(text: TemplateText, version: number): Promise<Versioned<TemplateText>> {
    sentVersion.current = version
    // Sent once: a retry after a lost response would be rejected as someone else's change.
    const template = id === undefined ? await call(createTemplate, text, { retries: 0 }) : await call(updateTemplate, { id, version, ...text }, { retries: 0 })
    memory.setQueryData(keyOf(readTemplate, { id: template.ref_email_base_id }), template)
    void memory.invalidateQueries({ queryKey: keyOf(listTemplates) })
    void memory.invalidateQueries({ queryKey: keyOf(listTemplateVersions) })
    setSaved(template)
    return textOf(template)
  }

  async function reread(): Promise<Versioned<TemplateText>> {
    const now = textOf(await call(readTemplate, { id: id! }))
    if (now.version === sentVersion.current) throw new Error('The refusal was about something else.')
    return now
  }

  const editing = useEditing<TemplateText>({
    draftKey: `template_${id ?? 'new'}`,
    stored: start,
    check: faultsOf,
    save,
    ...(id !== undefined && { reread }),
  })
  return { ...editing, saved }
}
