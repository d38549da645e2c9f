import { createColumnHelper, createSortedRowModel, columnVisibilityFeature, rowSelectionFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { Applicant, ApplicantAnswer } from '#contract/applicants.ts'
import { hasOwnColumn } from '#contract/question-rules.ts'
import { answerTo, nameOf } from '#web/applicants/applicant-words.ts'

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), rowSelectionFeature, columnVisibilityFeature })
export type Features = typeof features

const column = createColumnHelper<Features, Applicant>()
/** As far as two texts are compared: whoever sorts wants like beside like, and thousands of them at once. */
const COMPARED = 80
const keys = new WeakMap<object, Map<string, string>>()
type Valued = { original: object; getValue: (id: string) => unknown }

/** A text without case and accents, worked out once for each cell that is sorted by. */
function keyOf(row: Valued, id: string): string {
  const known = keys.get(row.original) ?? new Map<string, string>()
  keys.set(row.original, known)
  let key = known.get(id)
  if (key === undefined) {
    key = String(row.getValue(id) ?? '')
      .slice(0, COMPARED)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
    known.set(id, key)
  }
  return key
}

function byWords(one: Valued, other: Valued, id: string): number {
  const [a, b] = [keyOf(one, id), keyOf(other, id)]
  return a < b ? -1 : Number(a > b)
}

export type Asked = { question_name: string; question_text: string }

/** The questions of these applicants that have a column of their own, in the order in which they were asked. */
export function askedOf(applicants: Applicant[]): Asked[] {
  const asked = new Map<string, ApplicantAnswer>()
  for (const { answers } of applicants) {
    for (const one of answers) if (!asked.has(one.question_name)) asked.set(one.question_name, one)
  }
  return [...asked.values()].filter(hasOwnColumn).map(({ question_name, question_text }) => ({ question_name, question_text }))
}

type Shape = { identifiable: boolean; hasStatus: boolean; asked: Asked[] }

/** The columns of the table in their order. Without identities there is none that says who or when, and none to sort people by. */
export function columnsOf({ identifiable, hasStatus, asked }: Shape) {
  const words = { sortFn: byWords, sortDescFirst: false } as const
  return column.columns([
    ...(identifiable
      ? [
          column.accessor((one) => one.application_submitted_datetime_utc ?? '', {
            id: 'applied',
            header: 'Applied Date',
            sortFn: byDate,
            sortDescFirst: true,
          }),
          column.accessor((one) => nameOf(one), { id: 'name', header: 'Name', ...words }),
          column.accessor((one) => one.email ?? '', { id: 'email', header: 'Email', ...words }),
        ]
      : [column.accessor('alias', { id: 'alias', header: 'Applicant', enableSorting: false, enableHiding: false })]),
    column.accessor((one) => answerTo(one, 'require_sponsorship'), { id: 'h1b', header: 'Requires H1B', ...words }),
    ...(hasStatus ? [column.accessor('application_status', { id: 'status', header: 'Status', ...words })] : []),
    ...(identifiable ? [column.accessor((one) => one.linkedin_profile_url ?? '', { id: 'linkedin', header: 'LinkedIn', ...words })] : []),
    ...asked.map(({ question_name, question_text }) =>
      column.accessor((one) => answerTo(one, question_name), { id: `q_${question_name}`, header: question_text, ...words }),
    ),
  ])
}

function byDate(a: { getValue: (id: string) => unknown }, b: { getValue: (id: string) => unknown }, id: string): number {
  const [one, other] = [String(a.getValue(id)), String(b.getValue(id))]
  return one < other ? -1 : Number(one > other)
}
