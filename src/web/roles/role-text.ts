import { shortName } from '#contract/licenses/license-types.ts'
import { ROLE_STATES, RoleText, type FunctionRole, type OpenRoleDetail, type RoleState, type ClosingOption } from '#contract/roles.ts'
import type { RoleCoverage } from '#contract/licenses/role-coverage.ts'
import { validationErrors } from '#web/ui/editor/validation-errors.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { isAlike, type FieldErrors } from '#web/ui/editor/use-editing.ts'

/** A role as form state: numbers and times as typed, '' when empty. */
export type RoleWords = Omit<
  RoleText,
  'disabled_flag' | 'salary_min' | 'salary_max' | 'published_at' | 'closes_at' | 'license_states' | 'reply_within_days' | 'openings'
> & {
  /** A role scheduled for later is 'published', with its date. */
  state: RoleState
  license_states: string
  reply_within_days: string
  /** '': no limit. */
  openings: string
  salary_min: string
  salary_max: string
  published_at: string
  closes_at: string
  /** What waiting applicants are told when this change closes the role; '' until someone chooses. */
  waiting_applicants: ClosingOption | ''
  /** Where that email differs from its template; null if it doesn't. */
  waiting_email: { subject?: string; html?: string } | null
}

export const LABELS: Record<keyof RoleWords, string> = {
  hiring_lead_email: 'Hiring lead email',
  hiring_lead_name: 'Hiring lead name',
  function_role_name: 'Role name',
  function_role_description: 'Description',
  function_role_responsibilities: 'Responsibilities',
  function_role_requirements: 'Requirements',
  salary_min: 'Lowest pay',
  salary_max: 'Highest pay',
  salary_currency: 'Currency',
  salary_unit: 'Per',
  published_at: 'Published',
  closes_at: 'Closes',
  department: 'Department',
  specialty: 'Specialty',
  shift: 'Shift',
  license_states: 'License states',
  reply_within_days: 'Reply within (days)',
  openings: 'Openings',
  state: 'State',
  waiting_applicants: 'What we tell waiting applicants',
  waiting_email: 'Email to waiting applicants',
  generated_rationale_flag: 'AI-drafted rationales',
}

export const EMPTY: Versioned<RoleWords> = {
  version: 0,
  text: {
    hiring_lead_email: '',
    hiring_lead_name: '',
    function_role_name: '',
    function_role_description: '',
    function_role_responsibilities: '',
    function_role_requirements: '',
    salary_min: '',
    salary_max: '',
    salary_currency: 'USD',
    salary_unit: 'YEAR',
    published_at: '',
    closes_at: '',
    department: '',
    specialty: '',
    shift: '',
    license_states: '',
    reply_within_days: '',
    openings: '',
    state: 'published',
    waiting_applicants: '',
    waiting_email: null,
    generated_rationale_flag: true,
  },
}

export function wordsOf(role: FunctionRole): Versioned<RoleWords> {
  const words = Object.fromEntries(Object.keys(LABELS).map((name) => [name, role[name as keyof FunctionRole]])) as unknown as RoleText & { state: RoleState }
  const { salary_min, salary_max, published_at, closes_at, license_states, reply_within_days, openings } = role
  return {
    version: role.version,
    text: {
      ...words,
      state: isScheduled(role) ? 'published' : words.state,
      salary_min: String(salary_min ?? ''),
      salary_max: String(salary_max ?? ''),
      published_at: published_at ?? '',
      closes_at: closes_at ?? '',
      license_states: license_states.join(', '),
      reply_within_days: String(reply_within_days ?? ''),
      openings: String(openings ?? ''),
      waiting_applicants: '',
      waiting_email: null,
    },
  }
}

/** In request format; anything but a number becomes NaN, which fails validation. */
export function toRequest(all: RoleWords): Omit<RoleText, 'disabled_flag'> & { state: RoleState } {
  const { waiting_applicants, waiting_email, ...words } = all
  void [waiting_applicants, waiting_email]
  return {
    ...words,
    salary_min: amountOf(words.salary_min),
    salary_max: amountOf(words.salary_max),
    published_at: words.state === 'draft' ? null : words.published_at || null,
    closes_at: words.closes_at || null,
    license_states: statesIn(words.license_states),
    reply_within_days: amountOf(words.reply_within_days),
    openings: amountOf(words.openings),
  }
}

/** The states in a field, as typed. */
export function statesIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((state) => state !== '')
}

/** As candidates would see it. */
export function toPreview(words: RoleWords): OpenRoleDetail {
  const { salary_min, salary_max, ...role } = toRequest(words)
  const amount = (value: number | null) => (Number.isNaN(value) ? null : value)
  const currency = /^[A-Z]{3}$/.test(role.salary_currency) ? role.salary_currency : 'USD'
  return { ...role, salary_min: amount(salary_min), salary_max: amount(salary_max), salary_currency: currency, ref_function_role_id: 1, modified_at: '' }
}

export function findErrors(words: RoleWords): FieldErrors {
  const faults = validationErrors(RoleText.omit({ disabled_flag: true }), toRequest(words))
  const [lowest, highest] = [amountOf(words.salary_min), amountOf(words.salary_max)]
  if (lowest !== null && highest !== null && lowest > highest) faults['salary_max'] ??= "The highest pay can't be less than the lowest"
  return faults
}

/** Whether a stored role matches what was sent. The server normalizes some fields, and publishing sets a date. */
export function isSameRole(stored: RoleWords, sent: RoleWords): boolean {
  const [now, asked] = [tidy(stored), tidy(sent)]
  return isAlike(now, { ...asked, published_at: asked.published_at ?? now.published_at })
}

function tidy(words: RoleWords) {
  const asked = toRequest(words)
  const text = RoleText.omit({ disabled_flag: true }).parse(asked)
  const spelled = (typed: string) => typed.replace(/\s+/g, ' ').toLowerCase()
  const instant = (date: string | null) => date && new Date(date).toISOString()
  return {
    ...text,
    state: asked.state,
    department: spelled(text.department),
    shift: spelled(text.shift),
    license_states: [...new Set(text.license_states)].toSorted(),
    published_at: instant(text.published_at),
    closes_at: instant(text.closes_at),
  }
}

export function hasPay({ salary_min, salary_max }: RoleWords): boolean {
  return salary_min.trim() !== '' || salary_max.trim() !== ''
}

/** A draft with a publication date. */
export function isScheduled({ state, published_at }: Pick<FunctionRole, 'state' | 'published_at'>): boolean {
  return state === 'draft' && published_at !== null && Date.parse(published_at) > Date.now()
}

export function openingsLeft({ openings, filled_openings }: Pick<FunctionRole, 'openings' | 'filled_openings'>): string {
  const left = Math.max(0, (openings ?? 0) - filled_openings)
  return left === 0 ? `all ${openings} openings filled` : `${left} of ${openings} ${openings === 1 ? 'opening' : 'openings'} left`
}

/** Whether this change closes a role that candidates can see. */
export function isClosing({ state, closes_at }: RoleWords, stored: FunctionRole): boolean {
  if (ROLE_STATES[stored.state].page !== 200) return false
  return state === 'closed' || (closes_at !== '' && Date.parse(closes_at) <= Date.now())
}

export const WAITING_LABELS: Record<ClosingOption, string> = {
  email: 'Email them that the position is closed',
  'stay-due': "Don't email them yet: their applications stay open and due",
}

const countOf = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

/** One sentence for each number of interviewing people who cover a state: states that no one covers first, then those with the fewest. */
export function coverageLines({ interviewing, unlisted, uncovered, states, license_types }: RoleCoverage): string[] {
  if (interviewing === 0) return ['No one is interviewing for this role, so no one covers its license states yet.']
  const byPeople = Map.groupBy(states, ({ people }) => people)
  const counts = [...byPeople.keys()].filter((people) => people > 0).toSorted((a, b) => a - b)
  const unclear = Map.groupBy(
    states.filter(({ review }) => review > 0),
    ({ review }) => review,
  )
  return [
    uncovered.length === 0
      ? `${interviewing === 1 ? "The one person who's interviewing covers" : 'Together, the people who are interviewing cover'} all of this role's license states today.`
      : uncovered.length === states.length
        ? "No one who's interviewing covers any of this role's license states today."
        : `No one who's interviewing covers ${uncovered.join(', ')} today.`,
    ...counts.map((people) => {
      const places = byPeople.get(people)!.map(({ place }) => place)
      return `${places.join(', ')}: covered by ${people === interviewing && people > 1 ? (people === 2 ? 'both people' : `all ${people} people`) : countOf(people)}.`
    }),
    ...[...unclear].map(([people, found]) => {
      const places = found.map(({ place }) => place).join(', ')
      return `${places} ${found.length === 1 ? 'needs' : 'need'} review for ${countOf(people)}: see their licenses.`
    }),
    ...(unlisted === interviewing ? ["No one who's interviewing has listed any licenses."] : []),
    ...(unlisted > 0 && unlisted < interviewing ? [`${unlisted} of ${interviewing} people ${unlisted === 1 ? "hasn't" : "haven't"} listed any licenses.`] : []),
    ...(license_types.length > 0
      ? [`This counts any type of license: ${license_types.map((type) => shortName(type)).join(', ')}. Check that it's the type this role needs.`]
      : []),
  ]
}

/** Formats a value for display next to someone else's version. */
export function displayValue(field: keyof RoleWords, value: RoleWords[keyof RoleWords]): string {
  if (field === 'state') return ROLE_STATES[value as RoleState].label
  if (field === 'generated_rationale_flag') return value ? 'Yes' : 'No'
  if (field === 'waiting_applicants') return value === '' ? '' : WAITING_LABELS[value as ClosingOption]
  if (field === 'waiting_email') return value === null ? '' : 'Reworded'
  if (field === 'salary_unit') return value === 'HOUR' ? 'hour' : 'year'
  if ((field === 'published_at' || field === 'closes_at') && value)
    return new Date(String(value)).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return String(value)
}

function amountOf(typed: string): number | null {
  const digits = typed.replace(/[\s,$]/g, '')
  return digits === '' ? null : Number(digits)
}
