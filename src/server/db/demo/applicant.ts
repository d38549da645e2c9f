import * as status from '#contract/statuses/statuses.ts'
import { nameKey } from '#contract/applications/person-keys.ts'
import type { Member } from '#demo/cast.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import { randomFrom } from './random.ts'
import type { Random } from './random.ts'
import { TRADES } from '#demo/texts/trades.ts'

/** A cast member with all randomly generated details. Days are counted back from the time of seeding. */
export type Applicant = Member & {
  user_session_id: number
  ref_function_role_id: number
  email: string
  linkedin: string | null
  /** Each application has its own random stream, so changing one applicant doesn't affect the others. */
  random: Random
  slots: Record<string, string | number>
  opened_days_ago: number
  submitted_days_ago: number | null
}

/** How many days ago applicants in each status applied: the later the status, the longer ago. */
const DAYS_SINCE_APPLYING: Record<number, [least: number, most: number]> = {
  [status.STARTED]: [0.1, 6],
  [status.SUBMITTED]: [0.2, 13],
  [status.UNDER_REVIEW]: [2.5, 20],
  [status.PROCEED]: [9, 26],
  [status.REJECTED]: [6.5, 50],
  [status.POSITION_CLOSED]: [24, 50],
  [status.REJECTED_AT_SCHEDULING]: [22, 45],
  [status.REJECTED_AFTER_A]: [24, 44],
  [status.REJECTED_AFTER_B]: [26, 46],
  [status.REJECTED_AFTER_C]: [28, 48],
  [status.REJECTED_AFTER_FINAL]: [30, 51],
  [status.DECLINED_OFFER]: [34, 51],
  [status.ACCEPTED_OFFER]: [36, 51],
}

export function applicantOf(member: Member, place: number): Applicant {
  const person = nameKey(member.first, member.last) ?? `somebody ${place}`
  const random = randomFrom(seedOf(`${person} for ${member.role}`))
  const [least, most] = DAYS_SINCE_APPLYING[member.status]!
  const days = least + random.next() * (most - least)
  const isStarted = member.status === status.STARTED
  return {
    ...member,
    user_session_id: place + 1,
    ref_function_role_id: DEMO_ROLES.findIndex((role) => role.key === member.role) + 1,
    email: member.quirk.email ?? addressOf(member, random),
    linkedin: linkedinOf(member, random),
    random,
    slots: slotsOf(member, { person: randomFrom(seedOf(person)), application: random }),
    opened_days_ago: isStarted ? days : days + random.between(6, 90) / 1440,
    submitted_days_ago: isStarted ? null : days,
  }
}

function seedOf(text: string): number {
  let seed = 2_166_136_261
  for (const email of text) seed = Math.imul(seed ^ email.codePointAt(0)!, 16_777_619)
  return seed
}

function slotsOf({ first, role }: Member, { person, application }: { person: Random; application: Random }): Applicant['slots'] {
  const trade = TRADES[role]
  return {
    first,
    years: person.between(3, 17),
    setting: application.pick(trade.settings),
    tool: application.pick(trade.tools),
    months: application.between(5, 22),
    count: application.between(14, 61),
    percent: application.between(17, 46),
    most: application.between(71, 94),
    few: application.between(3, 9),
  }
}

function addressOf({ first, last }: Member, random: Random): string {
  const [given, family] = [plain(first), plain(last)]
  const name = random.pick([`${given}.${family}`, `${given}${family}`, `${given[0]}.${family}`, `${given}_${family.split('-')[0]}`])
  return `${name}@${random.pick(['example.com', 'example.org', 'example.net', 'mail.example.com'])}`
}

function linkedinOf({ first, last, quirk }: Member, random: Random): string | null {
  const slug = `https://www.linkedin.com/in/${plain(first)}-${plain(last)}-demo`
  const hasProfile = random.chance(0.85) && plain(first) !== ''
  return quirk.linkedin === undefined ? (hasProfile ? slug : null) : quirk.linkedin
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z-]/g, '')
}
