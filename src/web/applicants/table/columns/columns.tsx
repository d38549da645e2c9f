import type { ApplicantList } from '#contract/applicants/applicant-list.ts'
import { decisionIn, foundIn, licensesIn, nameOf } from '#web/applicants/applicant-words.ts'
import { AnswerCell, DayCell, DueCell, EmailCell, FoundCell, LicensesCell, NameCell, ProfileCell, StatusCell, TextCell } from './cells.tsx'
import type { Column } from './column.ts'

const NAME: Column = { id: 'name', header: 'Name', width: 9, value: nameOf, Cell: NameCell, isName: true }
const ALIAS: Column = { id: 'alias', header: 'Applicant', width: 7.75, value: (one) => one.alias, Cell: NameCell, isName: true, isUnsorted: true }
const STATUS: Column = { id: 'status', header: 'Status', width: 7.5, value: (one) => one.application_status, Cell: StatusCell }
const APPLIED: Column = {
  id: 'applied',
  header: 'Applied Date',
  width: 6.75,
  value: (one) => one.application_submitted_datetime_utc ?? '',
  Cell: DayCell,
  startsDescending: true,
}
const DUE: Column = { id: 'due', header: 'Reply Due', width: 5, value: (one) => one.due ?? '', Cell: DueCell, isFirm: true }
const ROLE: Column = { id: 'role', header: 'Role', width: 7.5, value: (one) => one.function_role_name, Cell: TextCell }
const EMAIL: Column = { id: 'email', header: 'Email', width: 12, value: (one) => one.email ?? '', Cell: EmailCell }
const FOUND: Column = { id: 'found', header: 'Found in', width: 22, value: foundIn, Cell: FoundCell, isUnsorted: true }
const DECISION: Column = { id: 'decision', header: 'Decided', width: 9, value: decisionIn, Cell: TextCell, isUnsorted: true }
const REASON: Column = { id: 'reason', header: 'Reason', width: 10.5, value: (one) => one.decision?.reason ?? '', Cell: TextCell, isUnsorted: true }
const H1B: Column = { id: 'h1b', header: 'Requires H1B', width: 6, value: (one) => one.answers['require_sponsorship'] ?? '', Cell: TextCell }
const LICENSES: Column = { id: 'licenses', header: 'Licenses', width: 12, value: licensesIn, Cell: LicensesCell, isUnsorted: true }
const LINKEDIN: Column = { id: 'linkedin', header: 'LinkedIn', width: 6.25, value: (one) => one.linkedin_profile_url ?? '', Cell: ProfileCell }

type Shape = {
  identifiable: boolean
  isSearch: boolean
  hasStatus: boolean
  hasRole: boolean
  hasDecision: boolean
  hasLicenses: boolean
  asked: ApplicantList['columns']
}

/**
 * The table's columns in order: what a decision needs at a glance, the answers, then the rest. Two answers fit in a window of 1280 px.
 * With names hidden, none reveals who or when.
 */
export function columnsOf({ identifiable, isSearch, hasStatus, hasRole, hasDecision, hasLicenses, asked }: Shape): Column[] {
  const progress = [...(hasStatus ? [STATUS] : []), ...(identifiable ? [APPLIED] : []), DUE]
  return [
    identifiable ? NAME : ALIAS,
    ...(isSearch ? [FOUND] : []),
    ...(hasDecision ? [DECISION, REASON] : progress),
    ...(hasRole ? [ROLE] : []),
    ...(hasLicenses ? [LICENSES] : []),
    ...asked.map(answerColumn),
    ...(hasDecision ? progress : []),
    ...(identifiable ? [EMAIL] : []),
    H1B,
    ...(identifiable ? [LINKEDIN] : []),
  ]
}

function answerColumn({ question_name, question_text }: ApplicantList['columns'][number]): Column {
  return { id: `q_${question_name}`, header: question_text, width: 15, value: (one) => one.answers[question_name] ?? '', Cell: AnswerCell }
}
