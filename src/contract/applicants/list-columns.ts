import type { Identity } from '../applications/person-keys.ts'
import { LICENSE_FILTERS, type ListedLicenses } from '../licenses/listed.ts'
import { isOwedReply } from '../statuses/statuses.ts'
import type { ApplicantList, ListedApplicant, ListedDecision, ListRequest } from './applicant-list.ts'
import { nameOf } from './applicants.ts'

/** An applicant as a CSV row. While names are hidden, the server has masked its text. */
export type ExportedApplicant = Identity & {
  alias: string
  submitted: string
  application_status: string
  function_role_name: string
  sponsorship: string | null
  /** The link they applied through. */
  via: string | null
  licenses?: ListedLicenses | undefined
  decision?: ListedDecision | undefined
  /** In the order of the questions. */
  answers: string[]
}

/** A question that has its own column. */
export type ListedQuestion = ApplicantList['columns'][number]
export type CsvColumn = { header: string; cell: (one: ExportedApplicant) => string }

/** `filtered` and `unfiltered`: shown while the column's filter is set, or isn't. `held`: shown if anyone in the list has a value. */
export type ColumnCondition = 'filtered' | 'unfiltered' | 'held'

export type ListColumn = {
  /** The header in the table, and in the CSV unless that has its own. */
  header: string
  /** `named`: shown and sorted by only while names are shown. `blind`: only while they're hidden. `always`: the server masks it while they're hidden. */
  visible: 'always' | 'named' | 'blind'
  /** The request field that filters by it. */
  filter: keyof ListRequest | null
  /** Null if it isn't in the table. */
  table: {
    /** In rem, because measuring cells would mean measuring again for every row that scrolls into view. */
    width: number
    /** The cell as plain text. */
    value: (one: ListedApplicant, question_name: string) => string
    when?: ColumnCondition
    /** The row's header cell; always shown, always first. */
    isName?: true
    /** Keeps its width in a narrow window, because its text doesn't wrap. */
    isFirm?: true
    /** Moves behind the answers while the list is filtered by decision. */
    movesBehindAnswers?: true
  } | null
  /** Sort direction on the first click. A column that can be sorted needs a key in `SORT_KEYS` on the server. */
  sort: 'asc' | 'desc' | null
  /** Null if it isn't in the CSV; without `when`, it's always in it. */
  csv: { place: number; when?: ColumnCondition[]; columns: CsvColumn[] | ((asked: Pick<ListedQuestion, 'question_text'>[]) => CsvColumn[]) } | null
  /** Where it appears on a phone's card, which shows only the first `text` that isn't empty. */
  card: { at: 'title' | 'badge' } | { at: 'line'; label: string } | { at: 'text'; text: (one: ListedApplicant) => string } | null
}

/**
 * Every column of the applicant list, in the table's order: what a decision needs at a glance, the answers, then the rest. The table, cards, column
 * chooser, sorting, and the CSV and its description all use it; nothing else lists columns. To add a column, add a row: the compiler asks for its
 * cell (`CELLS` in the browser) and, if it can be sorted, its key (`SORT_KEYS` on the server). A test compares `visible` with what the server shows.
 */
export const LIST_COLUMNS = {
  name: {
    header: 'Name',
    visible: 'named',
    filter: 'q',
    table: { width: 9, value: nameOf, isName: true },
    sort: 'asc',
    csv: { place: 2, columns: [{ header: 'Name', cell: (one) => `${one.first_name ?? ''} ${one.last_name ?? ''}`.trim() }] },
    card: { at: 'title' },
  },
  alias: {
    header: 'Applicant',
    visible: 'blind',
    filter: 'q',
    table: { width: 7.75, value: (one) => one.alias, isName: true },
    sort: null,
    csv: { place: 2, columns: [{ header: 'Applicant', cell: (one) => one.alias }] },
    card: { at: 'title' },
  },
  found: {
    header: 'Found in',
    visible: 'always',
    filter: 'q',
    table: { width: 22, value: showMatch, when: 'filtered' },
    sort: null,
    csv: null,
    card: { at: 'text', text: showMatch },
  },
  decision: {
    header: 'Decided',
    visible: 'always',
    filter: 'decided',
    table: { width: 9, value: showDecision, when: 'filtered' },
    sort: null,
    csv: {
      place: 11,
      when: ['filtered', 'held'],
      columns: [
        { header: 'Decision', cell: ({ decision }) => decision?.application_status ?? '' },
        { header: 'Decided On', cell: ({ decision }) => decision?.decided_on ?? '' },
        { header: 'Decided By', cell: ({ decision }) => (decision ? (decision.decided_by ?? 'the candidate') : '') },
      ],
    },
    card: { at: 'text', text: (one) => [one.decision?.reason, showDecision(one)].filter(Boolean).join(' ') },
  },
  reason: {
    header: 'Reason',
    visible: 'always',
    filter: 'decided',
    table: { width: 10.5, value: (one) => one.decision?.reason ?? '', when: 'filtered' },
    sort: null,
    csv: { place: 10, when: ['filtered', 'held'], columns: [{ header: 'Decision Reason', cell: ({ decision }) => decision?.reason ?? '' }] },
    card: null,
  },
  status: {
    header: 'Status',
    visible: 'always',
    filter: 'ref_application_status_id',
    table: { width: 7.5, value: (one) => one.application_status, when: 'unfiltered', movesBehindAnswers: true },
    sort: 'asc',
    csv: { place: 5, columns: [{ header: 'Status', cell: (one) => one.application_status }] },
    card: { at: 'badge' },
  },
  applied: {
    header: 'Applied Date',
    visible: 'named',
    filter: 'days_ago',
    table: { width: 6.75, value: (one) => one.application_submitted_datetime_utc ?? '', movesBehindAnswers: true },
    sort: 'desc',
    csv: { place: 1, columns: [{ header: 'Applied Date', cell: (one) => new Date(one.submitted).toISOString() }] },
    card: { at: 'line', label: '' },
  },
  due: {
    header: 'Reply Due',
    visible: 'always',
    filter: 'due',
    // The row may be older than a decision made on this screen that answered the candidate.
    table: { width: 5, value: (one) => (isOwedReply(one) && one.due) || '', isFirm: true, movesBehindAnswers: true },
    sort: 'asc',
    csv: null,
    card: { at: 'line', label: 'Reply: ' },
  },
  role: {
    header: 'Role',
    visible: 'always',
    filter: 'roleId',
    table: { width: 7.5, value: (one) => one.function_role_name, when: 'unfiltered' },
    sort: 'asc',
    csv: { place: 7, when: ['unfiltered'], columns: [{ header: 'Role', cell: (one) => one.function_role_name }] },
    card: null,
  },
  licenses: {
    header: 'Licenses',
    visible: 'always',
    filter: 'licenses',
    table: { width: 14, value: showLicenses, when: 'held' },
    sort: null,
    csv: {
      place: 9,
      when: ['held'],
      columns: [
        { header: 'Licenses', cell: ({ licenses }) => licenses?.held.join('; ') ?? '' },
        { header: 'License Coverage', cell: ({ licenses }) => licenses?.sentence ?? '' },
        { header: 'License Notes', cell: ({ licenses }) => (licenses ? licenseNotes(licenses) : '') },
      ],
    },
    card: { at: 'text', text: (one) => Object.values(licenseParts(one)).join('') },
  },
  /** One per question. */
  answer: {
    header: '',
    visible: 'always',
    filter: 'answered',
    table: { width: 15, value: (one, question_name) => one.answers[question_name] ?? '' },
    sort: 'asc',
    csv: { place: 12, columns: (asked) => asked.map(({ question_text }, index) => ({ header: question_text, cell: (one) => one.answers[index] ?? '' })) },
    card: null,
  },
  email: {
    header: 'Email',
    visible: 'named',
    filter: 'q',
    table: { width: 12, value: (one) => one.email ?? '' },
    sort: 'asc',
    csv: { place: 3, columns: [{ header: 'Email', cell: (one) => one.email ?? '' }] },
    card: null,
  },
  h1b: {
    header: 'Requires H1B',
    visible: 'always',
    filter: 'answered',
    table: { width: 6, value: (one) => one.answers['require_sponsorship'] ?? '' },
    sort: 'asc',
    csv: { place: 4, columns: [{ header: 'Requires H1B', cell: (one) => one.sponsorship ?? '' }] },
    card: null,
  },
  linkedin: {
    header: 'LinkedIn',
    visible: 'named',
    filter: 'q',
    table: { width: 6.25, value: (one) => one.linkedin_profile_url ?? '' },
    sort: 'asc',
    csv: { place: 6, columns: [{ header: 'LinkedIn', cell: (one) => one.linkedin_profile_url ?? '' }] },
    card: null,
  },
  // Only with names shown, because a link may have been made for a single person.
  link: {
    header: 'Link',
    visible: 'named',
    filter: null,
    table: null,
    sort: null,
    csv: { place: 8, when: ['held'], columns: [{ header: 'Link', cell: (one) => one.via ?? '' }] },
    card: null,
  },
} as const satisfies Record<string, ListColumn>

export type ListColumnId = keyof typeof LIST_COLUMNS
type CellContext<Field extends keyof ListColumn> = { [Id in ListColumnId]: (typeof LIST_COLUMNS)[Id][Field] extends null ? never : Id }[ListColumnId]
export type TableColumnId = CellContext<'table'>
export type SortedColumnId = CellContext<'sort'>

/** Where a search matched, and the matching text. */
function showMatch({ found }: Pick<ListedApplicant, 'found'>): string {
  return found ? `${found.where}: ${found.text}` : ''
}

const SHORT_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** When it was decided and by whom; the decision itself only if the status has changed since. The reason has its own column. */
function showDecision({ decision, application_status }: Pick<ListedApplicant, 'decision' | 'application_status'>): string {
  if (!decision) return ''
  const outcome = decision.application_status === application_status ? '' : `${decision.application_status}, `
  return `${outcome}${SHORT_DATE.format(new Date(decision.decided_on))}, ${decision.decided_by ?? 'the candidate'}`
}

/** What an applicant's licenses cover, or the licenses themselves if the role names no states. */
function showLicenses({ licenses }: Pick<ListedApplicant, 'licenses'>): string {
  if (!licenses) return ''
  const { sentence, held, facts_seen_on } = licenses
  return `${sentence ?? held.join(', ')}${facts_seen_on ? ` (Compact data as of ${facts_seen_on}.)` : ''}`
}

const COUNT = /^Covers (\d+ of \d+ states?)/

/**
 * What someone should do about these licenses and how many states they cover, short enough for a narrow phone's one line, and then the reasons: a cell or
 * card ends before a long sentence does.
 */
export function licenseParts(one: Pick<ListedApplicant, 'licenses'>): { main: string; reasons: string } {
  const { fits = [] } = one.licenses ?? {}
  const all = showLicenses(one)
  const [found = '', count = ''] = COUNT.exec(all) ?? []
  const warnings = [fits.includes('unverified') ? 'not verified' : '', fits.includes('expiring') ? 'expiring' : ''].filter(Boolean)
  if (warnings.length === 0) return { main: found, reasons: all.slice(found.length) }
  const main = [...warnings, ...(count ? [count] : [])].join(', ')
  return { main: main.charAt(0).toUpperCase() + main.slice(1), reasons: count ? all.slice(found.length) : `. ${all}` }
}

function licenseNotes({ fits, facts_seen_on }: ListedLicenses): string {
  const notes: string[] = fits.flatMap((fit) => (fit === 'expiring' || fit === 'unverified' ? [LICENSE_FILTERS[fit]] : []))
  return [...notes, ...(facts_seen_on ? [`Compact data as of ${facts_seen_on}`] : [])].join('; ')
}
