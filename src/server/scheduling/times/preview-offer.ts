import type { Input, Output } from '#contract/endpoint.ts'
import { MISSING_FROM_BACKEND } from '#contract/interviewers.ts'
import { DEFAULT_BUFFER_MINUTES, type previewOffer as previewOfferCall } from '#contract/scheduling/scheduling.ts'
import { openTimeRanges } from '#server/calendar/working-hours.ts'
import { found } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import { findInterviewer } from '#server/interviewers/store.ts'
import { listBusy } from '#server/scheduling/store.ts'
import type { Services } from '#server/services.ts'
import { freeTimes } from './free-times.ts'
import { NOTICE_MS, offeredWindow, withPlanLimits } from './offer-times.ts'

/**
 * Returns when candidates could start an interview, given these hours. Throws 403 for someone else's hours without permission to read applicants, 404 for an
 * unknown interviewer; rejects with `BookingsUnavailable` when the calendar service can't be reached.
 */
export async function previewOffer(services: Services, caller: StaffCaller, input: Input<typeof previewOfferCall>): Promise<Output<typeof previewOfferCall>> {
  const { db } = services
  const { ref_interviewer_id, minutes, working_days, ...wanted } = input
  const isAbout = ref_interviewer_id !== undefined && caller.powers.includes('read')
  const id = isAbout ? ref_interviewer_id : await ownInterviewerId(db, caller)
  if (id !== (ref_interviewer_id ?? id)) throw new HttpError(403, 'You can only look up your own hours.')
  const { interviewer_email } = found(await findInterviewer(db, id), MISSING_FROM_BACKEND)
  const now = Date.now()
  const window = offeredWindow(now, working_days)
  const { calendar } = services
  const open = calendar.appointments ? (await calendar.availability([interviewer_email], window)).get(interviewer_email)?.open : openTimeRanges(wanted, window)
  const offered = withPlanLimits({ daily_maximum: null, working_days }, { ...wanted, open: open ?? [] }, now)
  const busy = (await listBusy(db, [id])).map((one) => ({ ...one, is_replaced: false }))
  const wanting = { minutes, buffer_minutes: DEFAULT_BUFFER_MINUTES, interviewer_count: 1, earliest: now + NOTICE_MS }
  const search = { ...wanting, interviewers: new Map([[id, offered]]), busy, taken: [] }
  return { starts: freeTimes(search).map(({ starts_at }) => new Date(starts_at).toISOString()) }
}
