import { getTableName, sql, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connect.ts'
import { createHash } from 'node:crypto'
import { isListType } from '#contract/questions/question-rules.ts'
import { statusesWhere, STATUS_IDS, type ApplicationStatus } from '#contract/statuses/statuses.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import { STATUS_MEANINGS } from '#contract/statuses/status-meanings.ts'
import {
  reference_seed,
  application_question,
  application_status,
  email_template,
  interview_type,
  interviewer_feedback_question,
  red_flag,
} from '#server/db/tables.ts'
import { INTERVIEWS } from './interviews.ts'
import { QUESTIONS } from './questions.ts'
import { RED_FLAGS } from './red-flags.ts'
import { TEMPLATES } from './templates.ts'

export const STATUSES: ApplicationStatus[] = STATUS_IDS.map((ref_application_status_id) => {
  const { application_status, application_status_description } = STATUS_MEANINGS[ref_application_status_id]
  return { ref_application_status_id, application_status, application_status_description }
})

/** Advisory lock for all seeding, so processes that start at the same time take turns. */
export const SEEDING = 7_266_002

/**
 * Seeds the data the app can't run without. On every start and upgrade, rows are matched by name: new ones are added, ones staff never edited get the
 * shipped text, and ones staff edited or deleted are left alone. Safe to run from several processes at once.
 */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING}::bigint)`)
    for (const kind of KINDS) await seedKind(tx, kind)
  })
}

/** Inserting explicit IDs doesn't advance the sequence, so the next row that staff add would collide. */
export async function continueAfter(tx: Db, table: PgTable, id: PgColumn): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, ${id.name}), (select max(${id}) from ${table}))`)
}

type StoredRow = Row & { is_edited: boolean }
type ShippedRow = { row: Row; place: number; name: string; shipped_hash: string }

/** Updates one reference table to the rows shipped in this version. */
async function seedKind(tx: Db, kind: Kind): Promise<void> {
  const stored = await storedRows(tx, kind)
  const records = await recordsOf(tx, kind)
  for (const [place, row] of kind.rows.entries()) {
    const name = String(row[kind.name.name])
    const shipped = { row, place, name, shipped_hash: hashOf(kind, row) }
    const recorded = records.get(name)
    if (recorded === shipped.shipped_hash) continue
    const storedRow = stored.get(name)
    if (storedRow) await updateUnlessEdited(tx, kind, { shipped, present: storedRow, recorded })
    else if (recorded === undefined && !(stored.size > 0 && kind.shippedBefore(row, place))) await add(tx, kind, shipped)
    await record(tx, kind, shipped)
  }
}

/** Keeps rows edited by staff; updates the rest to the new text. */
async function updateUnlessEdited(
  tx: Db,
  kind: Kind,
  { shipped, present, recorded }: { shipped: ShippedRow; present: StoredRow; recorded: string | undefined },
): Promise<void> {
  const isUntouched = recorded === undefined ? !present.is_edited : hashOf(kind, present) === recorded
  if (!isUntouched) return
  await tx.update(kind.table).set(shipped.row).where(eq(kind.name, shipped.name))
}

async function add(tx: Db, kind: Kind, { row, place }: ShippedRow): Promise<void> {
  const [added] = await tx
    .insert(kind.table)
    .values({ ...row, ...kind.added?.(place) })
    .onConflictDoNothing()
    .returning({ id: kind.id })
  if (added) await kind.withNew?.(tx, row, Number(added.id))
}

async function record(tx: Db, kind: Kind, { name, shipped_hash }: ShippedRow): Promise<void> {
  const row = { kind: getTableName(kind.table), name, shipped_hash }
  await tx
    .insert(reference_seed)
    .values(row)
    .onConflictDoUpdate({ target: [reference_seed.kind, reference_seed.name], set: { shipped_hash, seeded_at: sql`now()` } })
}

async function recordsOf(tx: Db, { table }: Kind): Promise<Map<string, string>> {
  const rows = await tx
    .select()
    .from(reference_seed)
    .where(eq(reference_seed.kind, getTableName(table)))
  return new Map(rows.map(({ name, shipped_hash }) => [name, shipped_hash]))
}

async function storedRows(tx: Db, { table, name, isEditable }: Kind): Promise<Map<string, StoredRow>> {
  const is_edited = isEditable ? sql`(modified_by is not null or version > 1)` : sql`false`
  const { rows } = await tx.execute<StoredRow>(sql`select *, ${is_edited} as is_edited from ${table}`)
  return new Map(rows.map((row) => [String(row[name.name]), row]))
}

function hashOf({ rows }: Kind, row: Row): string {
  const columns = Object.keys(rows[0]!).toSorted()
  return createHash('sha256')
    .update(JSON.stringify(columns.map((column) => row[column])))
    .digest('hex')
}

type Row = Record<string, unknown>

/** One table of reference data. */
type Kind = {
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

const KINDS: Kind[] = [
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
    rows: QUESTIONS.map((question) => ({ question_placeholder: '', max_words: 300, ...question })),
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
  const { questions } = INTERVIEWS.find((interview) => interview.interview_name === interview_name)!
  await tx
    .insert(interviewer_feedback_question)
    .values(questions.map((interview_feedback_question, sort_order) => ({ ref_interview_role_id, interview_feedback_question, sort_order })))
}
