const DAY = 24 * 60 * 60 * 1000

export const FIRST_DAY = Date.UTC(2030, 0, 7)
export const DAYS = 365
export const APPLICATIONS = 5_000

/** Returns midnight UTC at the start of this day, counted from `FIRST_DAY`. */
export const midnightOf = (day: number): number => FIRST_DAY + day * DAY
export const at = (day: number, hour: number, minute = 0): Date => new Date(midnightOf(day) + (hour * 60 + minute) * 60_000)

/** Days off for everyone: US federal holidays of 2030, the day after Thanksgiving, and the week before New Year's. */
const HOLIDAYS = new Set(
  ['01-21', '02-18', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '11-29', '12-24', '12-25', '12-26', '12-27', '12-30', '12-31'].map(
    (day) => `2030-${day}`,
  ),
)

export function isWorkday(day: number): boolean {
  const date = new Date(midnightOf(day))
  return date.getUTCDay() % 6 !== 0 && !HOLIDAYS.has(date.toISOString().slice(0, 10))
}

/** Hiring leads: how many people each can answer in a workday, and when each is out (first and last day). */
export const LEADS = [
  { email: 'lee@meridianhealth.example', aDay: 13, away: [[180, 194]] },
  { email: 'mara@meridianhealth.example', aDay: 10, away: [[60, 85]] },
  { email: 'noor@meridianhealth.example', aDay: 9, away: [[220, 233]] },
] as const

export const isAway = (lead: number, day: number): boolean => LEADS[lead]!.away.some(([first, last]) => first <= day && day <= last)

/** Each role's lead, and within how many days it promises a reply. */
export const ROLES = [
  { lead: 0, reply_within_days: 14 },
  { lead: 0, reply_within_days: 7 },
  { lead: 1, reply_within_days: 14 },
  { lead: 1, reply_within_days: 21 },
  { lead: 2, reply_within_days: 14, closed: { day: 250, waiting_applicants: 'email' } },
  { lead: 2, reply_within_days: 30, closed: { day: 300, waiting_applicants: 'stay-due' } },
] as const

/** Mail server outages (first and last hour): an afternoon, a night, and more than a day. */
const OUTAGES = [
  [at(40, 9), at(40, 16)],
  [at(120, 9), at(121, 8)],
  [at(200, 6), at(203, 12)],
  [at(326, 8), at(328, 20)],
] as const

export const isMailDown = (): boolean => OUTAGES.some(([from, to]) => from.getTime() <= Date.now() && Date.now() < to.getTime())

/** Creates a random generator that returns the same sequence on each run. */
export function seededChance(): () => number {
  let state = 20_300_107
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296
}
