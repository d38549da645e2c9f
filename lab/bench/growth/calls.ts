import { LIST_COLUMNS } from '#contract/applicants/list-columns.ts'
import { WORKLISTS } from '#contract/dashboard.ts'
import { STATUS_IDS } from '#contract/statuses/statuses.ts'

/** `as` is who makes the call; defaults to an admin. */
export type Call = { method: string; path: string; body?: unknown; as?: 'candidate' | 'visitor' }

/** Long enough ago for every application. */
const ALL_DAYS = 4000
/** An application that exists at every size. */
export const SOMEONE = 4_217

const get = (path: string, as?: Call['as']): Call => ({ method: 'GET', path, ...(as && { as }) })
const post = (path: string, body: object): Call => ({ method: 'POST', path, body })
const list = (filter: object): Call => post('/api/applicants/list', { days_ago: ALL_DAYS, identifiable: true, ...filter })
const find = (text: string): Call => post('/api/applicants/find', { text, identifiable: true })

const FILTERS: Record<string, object> = {
  'late replies': { due: 'late' },
  'replies due': { due: 'due' },
  'replies due, soonest first': { due: 'due', sort: 'due.asc' },
  'replies due this week': { due: 'week' },
  'licenses that cover some states': { licenses: 'some' },
  'with a resume': { resume: 'yes' },
  'without a resume': { resume: 'no' },
  'assigned to me': { mine: true },
  'an answer': { answered: [{ question_name: 'require_sponsorship', answer: 'Yes' }] },
  'rejected in January': { decided: { as: 'rejected', from: '2026-01-01', to: '2026-01-31' } },
  'a common word': { q: 'phone' },
  'a rare word': { q: 'town77' },
  'a name': { q: `last${SOMEONE}` },
  'a license state': { q: 'license:TX' },
}
const SORTED = Object.entries(LIST_COLUMNS).flatMap(([column, { sort }]) => (sort && column !== 'answer' ? [column] : []))

/** Every call that a screen makes and that could slow down as the data grows, by what it shows. `recent` is the role most people applied for lately. */
export const callsOn = (recent: number): Record<string, Call> => ({
  'list: everyone': list({}),
  'list: everyone, names hidden': list({ identifiable: false }),
  ...Object.fromEntries(STATUS_IDS.filter((id) => id !== 1).map((id) => [`list: status ${id}`, list({ ref_application_status_id: id })])),
  'list: status 5, names hidden': list({ ref_application_status_id: 5, identifiable: false }),
  'list: one role': list({ roleId: recent }),
  ...Object.fromEntries(SORTED.map((column) => [`list: sorted by ${column}`, list({ sort: `${column}.asc` })])),
  ...Object.fromEntries(Object.entries(FILTERS).map(([what, filter]) => [`list: ${what}`, list(filter)])),
  'palette: a name': find(`First${SOMEONE} Last${SOMEONE}`),
  'palette: an address': find('person4217'),
  'palette: a phone number': find('(212) 555-0143'),
  'palette: a mistyped name': find(`Lats${SOMEONE}`),
  'person: the application': get(`/api/applicants/by-id/${SOMEONE}?identifiable=true`),
  'person: everything of theirs': get(`/api/applicants/${SOMEONE}/person?identifiable=true`),
  'person: history': get(`/api/applicants/${SOMEONE}/history?identifiable=true`),
  'person: emails': get(`/api/user-session/emails/${SOMEONE}?identifiable=true`),
  'person: linked applications': get(`/api/applicants/matches/${SOMEONE}?identifiable=true`),
  'admin home': get('/api/dashboard?days=30'),
  ...Object.fromEntries(WORKLISTS.map((worklist) => [`admin home: ${worklist}`, get(`/api/dashboard/worklists/${worklist}`)])),
  'figures, 90 days': get('/api/figures?roleId=all&days=90'),
  'figures, a year': get('/api/figures?roleId=all&days=365'),
  roles: get('/api/open-roles/admin'),
  'audit trail': get('/api/audit?days_ago=3650'),
  'audit trail: one person': get(`/api/audit?days_ago=3650&user_session_id=${SOMEONE}`),
  'a week of interviews': get(`/api/scheduling/week?from=${new Date().toISOString().slice(0, 10)}`),
  'own page': get('/application', 'candidate'),
  'careers home': get('/', 'visitor'),
})
