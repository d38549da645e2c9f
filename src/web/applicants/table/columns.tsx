import type { ComponentType } from 'react'
import type { Applicant, ApplicantAnswer } from '#contract/applicants.ts'
import { hasOwnColumn } from '#contract/question-rules.ts'
import { answerTo, nameOf } from '#web/applicants/applicant-words.ts'
import { AnswerCell, DayCell, NameCell, ProfileCell, StatusCell, TextCell, type CellProps } from './cells.tsx'

export type Column = {
  id: string
  header: string
  /** In rem: a table that measured its cells would do so again for each row that scrolls into view. */
  width: number
  /** The cell as plain text. */
  value: (one: Applicant) => string
  Cell: ComponentType<CellProps>
  /** The row's heading; always shown. */
  isName?: true
  isUnsorted?: true
  startsDescending?: true
}

const WHEN: Column = {
  id: 'applied',
  header: 'Applied Date',
  width: 8.5,
  value: (one) => one.application_submitted_datetime_utc ?? '',
  Cell: DayCell,
  startsDescending: true,
}
const NAME: Column = { id: 'name', header: 'Name', width: 12, value: nameOf, Cell: NameCell, isName: true }
const ALIAS: Column = { id: 'alias', header: 'Applicant', width: 11, value: (one) => one.alias, Cell: NameCell, isName: true, isUnsorted: true }
const EMAIL: Column = { id: 'email', header: 'Email', width: 15.5, value: (one) => one.email ?? '', Cell: TextCell }
const H1B: Column = { id: 'h1b', header: 'Requires H1B', width: 8.5, value: (one) => answerTo(one, 'require_sponsorship'), Cell: TextCell }
const STATUS: Column = { id: 'status', header: 'Status', width: 15.5, value: (one) => one.application_status, Cell: StatusCell }
const LINKEDIN: Column = { id: 'linkedin', header: 'LinkedIn', width: 7.5, value: (one) => one.linkedin_profile_url ?? '', Cell: ProfileCell }

export type Asked = { question_name: string; question_text: string }

/** The questions these applicants were asked that have a column of their own, in the form's order. */
export function askedOf(applicants: Applicant[]): Asked[] {
  const asked = new Map<string, ApplicantAnswer>()
  for (const { answers } of applicants) {
    for (const one of answers) if (!asked.has(one.question_name)) asked.set(one.question_name, one)
  }
  return [...asked.values()].filter(hasOwnColumn).map(({ question_name, question_text }) => ({ question_name, question_text }))
}

type Shape = { identifiable: boolean; hasStatus: boolean; asked: Asked[] }

/** The table's columns in order. With names hidden, none says who or when. */
export function columnsOf({ identifiable, hasStatus, asked }: Shape): Column[] {
  const status = hasStatus ? [STATUS] : []
  const known = identifiable ? [WHEN, NAME, EMAIL, H1B, ...status, LINKEDIN] : [ALIAS, H1B, ...status]
  return [...known, ...asked.map(answerColumn)]
}

function answerColumn({ question_name, question_text }: Asked): Column {
  return { id: `q_${question_name}`, header: question_text, width: 18, value: (one) => answerTo(one, question_name), Cell: AnswerCell }
}

/** How much of a text is compared when sorting. */
const COMPARED = 80
const keys = new WeakMap<Applicant, Map<string, string>>()

/** Text without case and accents, computed once per sorted cell. */
function keyOf(one: Applicant, { id, value }: Column): string {
  const known = keys.get(one) ?? new Map<string, string>()
  keys.set(one, known)
  let key = known.get(id)
  if (key === undefined) {
    key = value(one).slice(0, COMPARED).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    known.set(id, key)
  }
  return key
}

export function sorted(applicants: Applicant[], column: Column, isDescending: boolean): Applicant[] {
  const sign = isDescending ? -1 : 1
  return applicants.toSorted((one, other) => {
    const [a, b] = [keyOf(one, column), keyOf(other, column)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}
