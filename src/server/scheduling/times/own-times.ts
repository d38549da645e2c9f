import { joinLinkOf, describePlace } from '#contract/interviews.ts'
import type { OwnTimes } from '#contract/scheduling/own-times.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { nullIfUnavailable } from '#server/bookings/bookings-unavailable.ts'
import { candidateZone, readChecklist } from '#server/candidate/read-checklist.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { bookingSenderOf, interviewNewsTo } from '#server/scheduling/notifications/booking-sender.ts'
import { preferencesEmail } from '#server/scheduling/notifications/emails.ts'
import { lockInvited } from './invited.ts'
import { offerTimes, type Offer } from './offer-times.ts'
import { findPlan, listLiveBookings, listUndoable, setPreferences, type BookingRow, type PlanRow } from '#server/scheduling/store.ts'

type Deps = Pick<Services, 'db' | 'calendar' | 'env'>

/** The times a candidate can pick from, in their chosen time zone. Throws 404 and 409 as for all their changes. */
export async function readOwnTimes(services: Deps, own: Own, zone?: string): Promise<OwnTimes> {
  const { db } = services
  await db.transaction((tx) => lockInvited(tx, own))
  const plan = await findPlan(db, own.user_session_id)
  const time_zone = zone ?? candidateZone(services.env, plan)
  const empty = {
    user_session_id: own.user_session_id,
    time_zone,
    one_day: plan?.one_day ?? false,
    checklist: await readChecklist(db, services.env, { user_session_id: own.user_session_id, time_zone }),
    preferences: plan?.preferences ?? null,
    preferences_answer: plan?.preferences_answer ?? null,
    is_away: false,
    is_zone_known: Boolean(zone ?? plan?.time_zone),
  }
  if (!plan) return { ...empty, interviews: [] }
  const bookings = await listLiveBookings(db, own.user_session_id)
  const undoable = new Map(
    (await listUndoable(db, own.user_session_id)).map((one) => [one.ref_interview_id, new Date(one.before_change!.starts_at).toISOString()]),
  )
  const offers = await offerTimes(services, { ...plan, time_zone }).catch(nullIfUnavailable)
  return {
    ...empty,
    is_away: offers === null,
    interviews: plan.parts.map((part) => ({
      ...presentPart(part, { bookings, offers: offers ?? [], time_zone }),
      can_undo: undoable.has(part.ref_interview_id),
      undo_starts_at: undoable.get(part.ref_interview_id) ?? null,
    })),
  }
}

const timesOf = ({ join_url, starts_at, ends_at }: BookingRow) => ({ join_url, starts_at, ends_at })

type TimesContext = { bookings: BookingRow[]; offers: Offer[]; time_zone: string }

function presentPart(
  { ref_interview_id, interview_name, minutes, where, candidate_text }: PlanRow['parts'][number],
  { bookings, offers, time_zone }: TimesContext,
) {
  const own = bookings.filter((booking) => booking.ref_interview_id === ref_interview_id)
  const shown = own.find((one) => one.state === 'held') ?? own[0]
  const booked = own.find((one) => one.state === 'booked')
  const free = offers.find((offer) => offer.ref_interview_id === ref_interview_id)?.free ?? []
  // Another interviewer may be free at the booked time, but moving there wouldn't change the time.
  const others = booked ? free.filter(({ starts_at }) => starts_at !== Date.parse(booked.starts_at)) : free
  const can_change = booked?.is_changeable ?? true
  return {
    ref_interview_id,
    interview_name,
    minutes,
    where,
    where_text: describePlace({ where, join_url: null, starts_at: null, ends_at: null, ...(shown && timesOf(shown)) }, time_zone, Date.now()),
    candidate_text,
    booking: shown
      ? {
          starts_at: shown.starts_at,
          ends_at: shown.ends_at,
          state: shown.state,
          held_until: shown.held_until,
          interviewer_name: shown.expected_names,
          join_url: joinLinkOf({ where, ...timesOf(shown) }, Date.now()),
        }
      : null,
    can_change,
    has_begun: booked?.has_started ?? false,
    is_over: booked?.is_over ?? false,
    free: can_change ? others.map((other) => new Date(other.starts_at).toISOString()) : [],
  }
}

/**
 * Tells the hiring lead which other times would work for the candidate, or what else they need. Sending an identical request again changes nothing.
 */
export async function sendPreferences({ db, env }: Pick<Services, 'db' | 'env'>, own: Own, wishes: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const candidate = await lockInvited(tx, own)
    const preferences = wishes.filter((requested) => requested !== '').join('\n')
    const plan = await findPlan(tx, own.user_session_id)
    if (plan?.preferences === preferences && plan.preferences_answer === null) return
    await setPreferences(tx, own.user_session_id, preferences)
    const sender = await bookingSenderOf(env, tx)
    for (const to of await interviewNewsTo(tx, env, candidate))
      await insertEmail(tx, preferencesEmail(sender, candidate, { preferences, to }), { by: 'candidate', scale: env.LIMITS_SCALE })
    await recordAudit(tx, { actor: 'candidate', action: 'interview.preferences-sent', subject_kind: 'applicant', subject_id: own.user_session_id })
  })
}
