import { isListType } from '#contract/questions/question-rules.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connect.ts'
import { application_question, application_status, email_template, interview_type, interviewer_feedback_question, red_flag } from '#server/db/tables.ts'
import { INTERVIEWS } from './interviews.ts'
import { QUESTIONS } from './questions.ts'
import { RED_FLAGS } from './red-flags.ts'
import { STATUSES } from './statuses.ts'
import { TEMPLATES } from './templates.ts'

export type Row = Record<string, unknown>

/** One table of reference data. */
export type Kind = {
  table: PgTable
  id: PgColumn
  /** The name column that matches rows across versions. */
  name: PgColumn
  /** The rows as shipped, in order; an upgrade compares and updates exactly these columns. */
  rows: Row[]
  /** Columns set only when a row is added, because staff can reorder rows. */
  added?: (place: number) => Row
  /** Returns whether a row shipped before seeded rows were recorded. If such a row is missing, staff deleted it. */
  shippedBefore: (row: Row, place: number) => boolean
  /** Whether rows have `version` and `modified_by`, which reveal edits made before seeded rows were recorded. */
  isEditable: boolean
  /** Adds the rows that come with a newly added row. */
  withNew?: (tx: Db, row: Row, id: number) => Promise<void>
}

/** The number of templates that shipped before seeded rows were recorded; everything else from that time still ships. */
const FIRST_TEMPLATES = 4
const FIRST_STATUSES = 13
const FIRST_QUESTIONS = 13
const always = () => true

export const KINDS: Kind[] = [
  {
    table: application_status,
    id: application_status.ref_application_status_id,
    name: application_status.application_status,
    rows: STATUSES,
    shippedBefore: (_row, place) => place < FIRST_STATUSES,
    isEditable: false,
  },
  {
    table: email_template,
    id: email_template.ref_email_base_id,
    name: email_template.email_name,
    rows: TEMPLATES.map(({ purpose, ...text }) => ({ email_name: PURPOSES[purpose].template_name, ...text })),
    added: (place) => {
      const { purpose } = TEMPLATES[place]!
      return { purpose, fits_status_ids: statusesWhere((meaning) => meaning.offers === purpose) }
    },
    shippedBefore: (_row, place) => place < FIRST_TEMPLATES,
    isEditable: true,
  },
  {
    table: interview_type,
    id: interview_type.ref_interview_id,
    name: interview_type.interview_name,
    rows: INTERVIEWS.map(({ interview_name, interview_desc }) => ({ interview_name, interview_desc })),
    shippedBefore: always,
    isEditable: true,
    withNew: insertFeedbackQuestions,
  },
  {
    table: application_question,
    id: application_question.ref_question_id,
    name: application_question.question_name,
    rows: QUESTIONS.map((one) => ({ question_placeholder: '', max_words: 300, ...one })),
    added: (place) => ({ sort_order: (place + 1) * 10, all_roles_flag: !isListType(QUESTIONS[place]!.question_type) }),
    shippedBefore: (_row, place) => place < FIRST_QUESTIONS,
    isEditable: true,
  },
  {
    table: red_flag,
    id: red_flag.fgl_ref_red_flag_id,
    name: red_flag.red_flag_desc,
    rows: RED_FLAGS,
    added: (place) => ({ sort_order: (place + 1) * 10 }),
    shippedBefore: always,
    isEditable: true,
  },
]

async function insertFeedbackQuestions(tx: Db, { interview_name }: Row, ref_interview_role_id: number): Promise<void> {
  const { questions } = INTERVIEWS.find((one) => one.interview_name === interview_name)!
  await tx
    .insert(interviewer_feedback_question)
    .values(questions.map((interview_feedback_question, sort_order) => ({ ref_interview_role_id, interview_feedback_question, sort_order })))
}
