import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { CHANGE_CUTOFF_HOURS } from '../scheduling/scheduling.ts'
import { clockIn, weekdayIn } from '../time-zone.ts'

export const ChecklistItem = z.object({
  ref_interview_id: Id,
  interview_name: z.string(),
  state: z.enum(['booked', 'held', 'to-pick']),
  /** The time with its zone, or what to do and by when. */
  text: z.string(),
})

/** A candidate's interviews as shown on the times page, their own page, the API and in emails. */
export const Checklist = z.object({
  /** True when there's nothing left to pick or confirm. */
  is_done: z.boolean(),
  /** Whether the candidate can still move or cancel one of them. */
  can_change: z.boolean(),
  summary: z.string(),
  items: z.array(ChecklistItem),
})
export type Checklist = z.infer<typeof Checklist>

type Interview = { ref_interview_id: number; interview_name: string }
export type Schedule = {
  time_zone: string
  /** The end of the last day for picking times. */
  pick_until: number
  /** In the order of the plan. */
  parts: Interview[]
  /** Booked, or held and not expired. */
  slots: (Interview & { interview_booking_id: number; state: 'booked' | 'held'; starts_at: string; ends_at: string; held_until: string | null })[]
}

const CHANGE_CUTOFF_MS = CHANGE_CUTOFF_HOURS * 60 * 60 * 1000
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Returns the checklist. It calls individual interviews "booked", but all of them only when there's nothing left to pick and none has begun. */
export function checklistOf(schedule: Schedule, now: number): Checklist {
  const { time_zone, parts, slots, pick_until } = schedule
  const by = pick_until > now ? ` by ${weekdayIn(time_zone, pick_until)}` : ''
  const unplanned = slots.toSorted((one, other) => one.ref_interview_id - other.ref_interview_id)
  const interviews = new Map([...parts, ...unplanned].map((one) => [one.ref_interview_id, one.interview_name]))
  const items = [...interviews].map(([ref_interview_id, interview_name]) => {
    const own = slots.filter((slot) => slot.ref_interview_id === ref_interview_id)
    return { ref_interview_id, interview_name, ...checklistItemFor(own, { time_zone, by }) }
  })
  const is_done = items.length > 0 && items.every(({ state }) => state === 'booked')
  const booked = slots.filter(({ state }) => state === 'booked')
  const can_change = booked.some(({ starts_at }) => Date.parse(starts_at) > now + CHANGE_CUTOFF_MS)
  const hasBegun = booked.some(({ starts_at }) => Date.parse(starts_at) <= now)
  const remaining = remainingText(items, by)
  const summary = hasBegun ? begunSummary(items, { booked, remaining, now }) : is_done ? bookedSummary(booked) : remainingSummary(items, remaining)
  return { is_done, can_change, summary, items }
}

function checklistItemFor(own: Schedule['slots'], { time_zone, by }: { time_zone: string; by: string }): Pick<z.infer<typeof ChecklistItem>, 'state' | 'text'> {
  const [booked, held] = (['booked', 'held'] as const).map((state) => own.find((one) => one.state === state))
  const when = (at: string) => `${weekdayIn(time_zone, at)}, ${clockIn(time_zone, at)}`
  const holding = held && `${when(held.starts_at)}, held until ${clockIn(time_zone, held.held_until!)}`
  if (booked) return { state: 'booked', text: when(booked.starts_at) + (holding ? `, until you confirm ${holding}` : '') }
  return holding ? { state: 'held', text: `${holding}: confirm it` } : { state: 'to-pick', text: `pick a time${by}` }
}

function bookedSummary(booked: Schedule['slots']): string {
  return booked.length === 1 ? 'Your interview is booked.' : 'Your interviews are booked.'
}

type InterviewProgress = { booked: Schedule['slots']; remaining: string[]; now: number }

/** From the first interview's start, says which one is now and which are still to come; it doesn't say whether one took place. */
function begunSummary(items: Checklist['items'], { booked, remaining, now }: InterviewProgress): string {
  const interviewsWhere = (isMeant: (from: number, to: number) => boolean) => {
    const matching = booked.filter(({ starts_at, ends_at }) => isMeant(Date.parse(starts_at), Date.parse(ends_at)))
    return items.filter((item) => matching.some((one) => one.ref_interview_id === item.ref_interview_id)).map((item) => item.interview_name)
  }
  const [current, later] = [interviewsWhere((from, to) => from <= now && now < to), interviewsWhere((from) => from > now)]
  const sentences = [current.length > 0 && `It's time for ${AND.format(current)}.`, later.length > 0 && `Still to come: ${AND.format(later)}.`, ...remaining]
  return sentences.filter(Boolean).join(' ') || 'You have no upcoming interviews.'
}

function remainingSummary(items: Checklist['items'], remaining: string[]): string {
  const booked = items.filter(({ state }) => state === 'booked').length
  const sentences = [booked > 0 && `${booked} of ${items.length} interviews ${booked === 1 ? 'is' : 'are'} booked.`, ...remaining]
  return sentences.filter(Boolean).join(' ') || "We're still setting up your interviews."
}

/** What's left to confirm and to pick. */
function remainingText(items: Checklist['items'], by: string): string[] {
  const namesInState = (state: string) => items.filter((one) => one.state === state).map((one) => one.interview_name)
  const [held, left] = [namesInState('held'), namesInState('to-pick')]
  return [
    ...(held.length > 0 ? [`Held, not yet confirmed: ${AND.format(held)}.`] : []),
    ...(left.length > 0 ? [`Still to pick: ${AND.format(left)}${by}.`] : []),
  ]
}
