import type { Place } from './places.ts'

export const COMPACTS = ['NLC', 'IMLC', 'PSYPACT', 'LPC', 'PT', 'OT', 'ASLP', 'PA', 'SW'] as const
export type Compact = (typeof COMPACTS)[number]

export const COMPACT_NAMES: Record<Compact, string> = {
  NLC: 'Nurse Licensure Compact (RN, LPN)',
  IMLC: 'Interstate Medical Licensure Compact (MD, DO)',
  PSYPACT: 'PSYPACT (psychologists)',
  LPC: 'Counseling Compact',
  PT: 'Physical Therapy Compact',
  OT: 'Occupational Therapy Compact',
  ASLP: 'Audiology and Speech-Language Pathology Compact',
  PA: 'PA Compact',
  SW: 'Social Work Compact',
}

/** As used within a sentence. */
export const COMPACT_LABELS: Record<Compact, string> = {
  NLC: 'the NLC',
  IMLC: 'the IMLC',
  PSYPACT: 'PSYPACT',
  LPC: 'the Counseling Compact',
  PT: 'the PT Compact',
  OT: 'the OT Compact',
  ASLP: 'ASLP-IC',
  PA: 'the PA Compact',
  SW: 'the Social Work Compact',
}

/** A place's role in a compact; `guest` honors other places' licenses, but its own aren't honored elsewhere. */
export const STANDINGS = ['member', 'guest', 'enacted'] as const
export type Standing = (typeof STANDINGS)[number]

/** A place's membership in a compact. Dates are ISO days; a null `since` means the source doesn't give a start date. `until` is the last day. */
export type Membership = {
  place: Place
  compact: Compact
  standing: Standing
  since: string | null
  until: string | null
  /** The source, and the day it was last checked. */
  source: string
  seen_on: string
  /** True if the sources disagree, or none of them is the law itself. */
  isUnconfirmed?: boolean
}

type Facts = { compact: Compact; standing?: Standing; since?: string; source: string; seen_on: string; isUnconfirmed?: true }

function membershipsFor(places: string, { standing = 'member', since, ...facts }: Facts): Membership[] {
  return places.split(' ').map((place) => ({ place: place as Place, standing, since: since ?? null, until: null, ...facts }))
}

const NLC = { compact: 'NLC', source: 'nursecompact.com, roster', seen_on: '2026-08-11' } as const
const BECKERS = 'nursecompact.com, roster; beckershospitalreview.com, list of 2021-07-28'
const IMLC = { compact: 'IMLC', source: 'imlcc.com/participating-states', seen_on: '2026-07-16' } as const
/** Only the month in which it was read is known. */
const PSYPACT = { compact: 'PSYPACT', source: 'psypact.gov, map', seen_on: '2026-03-01' } as const
const COUNSELING = { compact: 'LPC', source: 'certoutlook.com, Counseling Compact states 2026', seen_on: '2026-06-13' } as const
const PT = { compact: 'PT', source: 'ptcompact.org/compact-map', seen_on: '2026-09-02' } as const
const OT = { compact: 'OT', source: 'otcompact.gov/before-you-apply', seen_on: '2026-09-02' } as const
const ASLP = { compact: 'ASLP', source: 'aslpcompact.com', seen_on: '2026-09-02' } as const

/**
 * Which places are in which compact. These are facts about the law, each with its source; owners add dated rows when the law changes. A place that
 * isn't listed isn't a member. "Enacted" isn't in force yet: other states' licenses aren't honored there.
 */
export const MEMBERSHIPS: readonly Membership[] = [
  ...membershipsFor('AZ AR CO DE FL GA ID IA KY ME MD MS MO MT NE NH NM NC ND OK SC SD TN TX UT VA WV WI WY', {
    ...NLC,
    since: '2018-01-19',
    source: 'nursecompact.com, roster; natho.org, eNLC update of 2018',
  }),
  ...membershipsFor('KS', { ...NLC, since: '2019-07-01', source: 'nursecompact.com, roster; natho.org, eNLC update of 2018' }),
  ...membershipsFor('LA', { ...NLC, since: '2019-07-01', source: 'nursecompact.com, roster; prnewswire.com, NCSBN release of 2019-07-23 (300888965)' }),
  ...membershipsFor('AL', { ...NLC, since: '2020-01-01', source: 'nursecompact.com, roster; beckershospitalreview.com, list of 2019-07-25' }),
  ...membershipsFor('IN', { ...NLC, since: '2020-07-01', source: 'nursecompact.com, roster; ncsbn.org/14819.htm, release of 2020-06-25' }),
  ...membershipsFor('NJ', { ...NLC, since: '2021-11-15', source: 'nursecompact.com, roster; njoag.gov, 2021-11-16' }),
  ...membershipsFor('VT', { ...NLC, since: '2022-02-01', source: BECKERS }),
  ...membershipsFor('OH', { ...NLC, since: '2023-01-01', source: BECKERS }),
  ...membershipsFor('RI', { ...NLC, since: '2024-01-01', source: 'nursecompact.com, roster; legalclarity.org/is-rhode-island-a-compact-nursing-state' }),
  ...membershipsFor('WA', { ...NLC, standing: 'guest', since: '2023-07-24', source: 'nursing.wa.gov/licensing/multistate-license/nlc-implementation-plan' }),
  ...membershipsFor('WA', {
    ...NLC,
    since: '2024-01-31',
    source: 'nursecompact.com, roster; nursing.wa.gov/licensing/multistate-license/nlc-implementation-plan',
  }),
  ...membershipsFor('PA', { ...NLC, standing: 'guest', since: '2023-09-05', source: 'pa.gov, State Board of Nursing, NLC' }),
  ...membershipsFor('PA', { ...NLC, since: '2025-07-07', source: 'nursecompact.com, roster; nursezee.com/compact-nursing-states' }),
  ...membershipsFor('CT', { ...NLC, since: '2025-10-01', source: 'globenewswire.com/news-release/2025/10/07/3162843' }),
  ...membershipsFor('GU', { ...NLC, standing: 'guest', source: 'ncsbn.org, news of 2021-03-05; compactstates.com', seen_on: '2026-06-17' }),
  ...membershipsFor('MA', { ...NLC, standing: 'enacted', since: '2024-11-20', source: 'whiteglovenlc.com; compactstates.com', seen_on: '2026-06-17' }),
  ...membershipsFor('VI', {
    ...NLC,
    standing: 'enacted',
    since: '2021-12-06',
    source: 'globenewswire.com/news-release/2021/12/14/2352018',
    seen_on: '2026-06-17',
  }),
  ...membershipsFor('AL AZ AR CO CT DE DC FL GA ID IL IN KS KY ME MD MI MN MS MO NE NV NH NJ NC ND OH OK PA RI SC SD TN TX UT VT VA WA WV WI WY MP', PSYPACT),
  ...membershipsFor('MT', { ...PSYPACT, source: 'psypact.gov, map; billtrack50.com, HB 241 (signed on 2025-04-17)', isUnconfirmed: true }),
  ...membershipsFor('AZ MN', { ...COUNSELING, since: '2025-09-30', source: 'certoutlook.com; wisetreat.com/blog/the-counseling-compact-explained-for-2026' }),
  ...membershipsFor('OH', { ...COUNSELING, since: '2026-01-05' }),
  ...membershipsFor('LA', { ...COUNSELING, since: '2026-04-20' }),
  ...membershipsFor('GA', { ...COUNSELING, since: '2026-06-02' }),
  ...membershipsFor('IN', { ...COUNSELING, since: '2026-06-08' }),
  ...membershipsFor('TN', { ...COUNSELING, standing: 'enacted', isUnconfirmed: true }),
  ...membershipsFor('AL AK AZ AR CO CT DE DC GA IN IA KS KY LA MD MS MO MT NE NV NH NJ NC ND OH OK OR PA SC SD TN TX UT VT VA WA WV WI', PT),
  ...membershipsFor('ME MI RI', { ...PT, standing: 'enacted' }),
  ...membershipsFor('FL MN WY', { ...PT, standing: 'enacted', isUnconfirmed: true }),
  ...membershipsFor('IN MD MN OH TN VA WV WI', OT),
  ...membershipsFor('LA OH TN WV', ASLP),
  ...membershipsFor('AK', { ...IMLC, since: '2026-06-22' }),
]

/** Whether a person has to check this: the sources don't settle it, or they give no start date and were read only after this day. */
export function isUncertain({ isUnconfirmed, since, seen_on }: Membership, on: string): boolean {
  return isUnconfirmed === true || (since === null && on < seen_on)
}

/** Once the sources haven't been checked for this many days, screens show how old the facts are. */
export const STALE_AFTER_DAYS = 180

/** Returns the earliest of the days the states were last checked; null for a compact without entries. */
export function lastCheckedOn(memberships: readonly Membership[], compact: Compact): string | null {
  const newest = new Map<Place, string>()
  for (const membership of memberships.filter((row) => row.compact === compact)) {
    const newestCheck = newest.get(membership.place)
    if (newestCheck === undefined || membership.seen_on > newestCheck) newest.set(membership.place, membership.seen_on)
  }
  return [...newest.values()].toSorted()[0] ?? null
}

/** Cached because lists look up the same facts thousands of times. */
const SORTED_MEMBERSHIPS = new WeakMap<readonly Membership[], Map<string, Membership[]>>()

/** Returns a place's rows under a compact, earliest first. */
function rowsOf(memberships: readonly Membership[], compact: Compact, place: Place): Membership[] {
  let sorted = SORTED_MEMBERSHIPS.get(memberships)
  if (!sorted) {
    const bySince = memberships.toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))
    sorted = Map.groupBy(bySince, (one) => `${one.compact} ${one.place}`)
    SORTED_MEMBERSHIPS.set(memberships, sorted)
  }
  return sorted.get(`${compact} ${place}`) ?? []
}

/**
 * Returns a place's standing under a compact on a given day; null if it has none. A later row for a place replaces earlier ones, even after it has ended.
 */
export function standingOn(memberships: readonly Membership[], compact: Compact, place: Place, on: string): Membership | null {
  const last = rowsOf(memberships, compact, place).findLast(({ since }) => since === null || since <= on)
  return last === undefined || (last.until !== null && last.until < on) ? null : last
}
