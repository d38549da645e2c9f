import { useState } from 'react'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { useCall } from '#web/ui/use-call.ts'
import type { Person } from './use-decide.ts'

/** Which email goes with a decision: the one the status offers, another by choice, or none. */
export type EmailChoice = ReturnType<typeof useEmailChoice>

export function useEmailChoice(able: Person[], to: number | null) {
  const offered = to === null ? null : meaningOf(to).offers
  const [chosen, setChosen] = useState<string | null>(offered)
  const [isOn, setOn] = useState(to === null || offered !== null)
  const [isInsisted, setInsisted] = useState(false)
  const { data = [] } = useCall(listTemplates, {})
  const templates = data.filter((one) => !one.disabled_flag)
  const template = templates.find((one) => one.email_name === chosen)
  const fits = (status: number) => chosen === (meaningOf(status).offers ?? '') || (template?.fits_status_ids.includes(status) ?? false)
  const misfits = isOn && chosen ? able.filter((one) => !fits(to ?? one.ref_application_status_id)) : []
  const inOrder = templates.toSorted((one, other) => Number(fitsAny(other, able, to)) - Number(fitsAny(one, able, to)))
  return {
    template_name: isOn ? chosen : null,
    names: inOrder.map((one) => one.email_name),
    chosen,
    choose: (name: string | null) => {
      setChosen(name)
      setInsisted(false)
    },
    isOn,
    setOn,
    misfits,
    isInsisted,
    setInsisted,
    /** Whether it may be sent: one is chosen, and a mismatch has been confirmed. */
    isReady: !isOn || (chosen !== null && (misfits.length === 0 || isInsisted)),
  }
}

function fitsAny({ fits_status_ids }: { fits_status_ids: number[] }, able: Person[], to: number | null): boolean {
  return able.some((one) => fits_status_ids.includes(to ?? one.ref_application_status_id))
}
