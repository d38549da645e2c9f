import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { previewCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { PURPOSES, type Purpose } from '#contract/templates/purposes.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { useWording, type Source } from '#web/templates/writer/use-wording.ts'
import { asking, useCall } from '#web/ui/use-call.ts'
import type { Person } from './use-decide.tsx'

/** Which email goes with a decision (the status's own, another one, a custom one or none) and its text. */
export type EmailChoice = ReturnType<typeof useEmailChoice>
/** The sender writes the whole email. Because of the spaces around it, this can't be a template's name. */
export const CUSTOM_EMAIL = ' own words '
const OFFERED = ' offered '

type EmailContext = { able: Person[]; to: number | null; identifiable: boolean; planned: Input<typeof previewCandidateEmail>['planned'] }

export function useEmailChoice({ able, to, identifiable, planned }: EmailContext) {
  const { data = [] } = useCall(listTemplates, {})
  const offered = to === null ? null : defaultTemplateName(data, to)
  const [picked, setPicked] = useState<string | null | undefined>(undefined)
  const [isOn, setOn] = useState(to === null || offered !== null)
  const [isInsisted, setInsisted] = useState(false)
  const chosen = picked === undefined ? offered : picked
  const templates = data.filter((one) => !one.disabled_flag)
  const template = templates.find((one) => one.email_name === chosen)
  const fits = (status: number) =>
    chosen === CUSTOM_EMAIL || chosen === defaultTemplateName(data, status) || (template?.fits_status_ids.includes(status) ?? false)
  const misfits = isOn && chosen ? able.filter((one) => !fits(to ?? one.ref_application_status_id)) : []
  const inOrder = templates.toSorted((one, other) => Number(fitsAny(other, able, to)) - Number(fitsAny(one, able, to)))
  const template_name = chosen === CUSTOM_EMAIL ? undefined : (chosen ?? undefined)
  const shown = identifiable && able.length === 1
  const asked = { user_session_id: able[0]?.user_session_id ?? 0, template_name, identifiable: shown, planned }
  const preview = useQuery({ ...asking(previewCandidateEmail, asked, { staleTime: 0 }), enabled: isOn && chosen !== null && able.length > 0 })
  // Keeps edits to the offered email when its template is renamed.
  const wording = useWording(chosen === offered ? OFFERED : (chosen ?? ''), preview.data ? sourceOf(preview.data, { template_name, able, shown }) : null)
  return {
    /** In request format; null if no email is sent. */
    sent: isOn && chosen !== null ? { ...(template_name !== undefined && { template_name }), ...wording.changes } : null,
    names: inOrder.map((one) => one.email_name),
    chosen,
    choose: (name: string | null) => {
      setPicked(name)
      setInsisted(false)
    },
    isOn,
    setOn,
    misfits,
    isInsisted,
    setInsisted,
    asked,
    preview,
    wording,
    look: () => (isOn ? wording.look() : Promise.resolve(true)),
    /** Whether the email part is complete: a template is selected, it has text, and any mismatch has been confirmed. */
    isReady: !isOn || (chosen !== null && !wording.isBlocked && (misfits.length === 0 || isInsisted) && (chosen !== CUSTOM_EMAIL || wording.isChanged)),
  }
}

type FillInput = { template: Source['template']; values: Record<string, string>; to_name?: string | undefined }

/** For several people, the placeholders stay, because each person gets their own values. */
function sourceOf(
  { template, values, to_name }: FillInput,
  { template_name, able, shown }: { template_name: string | undefined; able: Person[]; shown: boolean },
): Source {
  return { template_name, template, values: able.length === 1 ? values : null, ...(shown && ownNames(to_name)) }
}

/** The names an email to this person may contain, if names are shown. */
export function ownNames(to_name: string | undefined): { own?: string[] } {
  return to_name === undefined ? {} : { own: to_name.split(/\s+/) }
}

/** The name of a status's own template; until the list has loaded, its original name. */
function defaultTemplateName(templates: { purpose: Purpose; email_name: string }[], status: number): string | null {
  const purpose = meaningOf(status).offers
  return purpose && (templates.find((one) => one.purpose === purpose)?.email_name ?? PURPOSES[purpose].template_name)
}

function fitsAny({ fits_status_ids }: { fits_status_ids: number[] }, able: Person[], to: number | null): boolean {
  return able.some((one) => fits_status_ids.includes(to ?? one.ref_application_status_id))
}
