import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connect.ts'
import { application_question, application_status, email_template, interview_type, interviewer_feedback_question, red_flag } from '#server/db/tables.ts'
import { INTERVIEWS } from './interviews.ts'
import { QUESTIONS } from './questions.ts'
import { RED_FLAGS } from './red-flags.ts'
import { STATUSES } from './statuses.ts'
import { TEMPLATES } from './templates.ts'

/** One number for everything that seeds: two processes that start at once take turns. */
export const SEEDING = 7_266_002

/**
 * What the product cannot run without. A table that holds rows belongs to the staff: what they changed or deleted stays so.
 * Safe to call at every start and from several processes at once.
 */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING}::bigint)`)
    await tx.insert(application_status).values(STATUSES).onConflictDoNothing()
    if (await isEmpty(tx, email_template)) await seedTemplates(tx)
    if (await isEmpty(tx, interview_type)) await seedInterviews(tx)
    if (await isEmpty(tx, application_question)) await seedQuestions(tx)
    if (await isEmpty(tx, red_flag)) await seedRedFlags(tx)
  })
}

async function isEmpty(tx: Db, table: PgTable): Promise<boolean> {
  return (
    (
      await tx
        .select({ one: sql`1` })
        .from(table)
        .limit(1)
    ).length === 0
  )
}

async function seedTemplates(tx: Db): Promise<void> {
  await tx.insert(email_template).values(TEMPLATES).onConflictDoNothing()
  await continueAfter(tx, email_template, email_template.ref_email_base_id)
}

async function seedInterviews(tx: Db): Promise<void> {
  const types = INTERVIEWS.map(({ ref_interview_id, interview_name, interview_desc }) => ({ ref_interview_id, interview_name, interview_desc }))
  await tx.insert(interview_type).values(types).onConflictDoNothing()
  await continueAfter(tx, interview_type, interview_type.ref_interview_id)
  const questions = INTERVIEWS.flatMap(({ ref_interview_id, questions: asked }) =>
    asked.map((interview_feedback_question, sort_order) => ({ ref_interview_role_id: ref_interview_id, interview_feedback_question, sort_order })),
  )
  await tx.insert(interviewer_feedback_question).values(questions.map((one, place) => ({ if_interviewer_role_feedback_question_id: place + 1, ...one })))
  await continueAfter(tx, interviewer_feedback_question, interviewer_feedback_question.if_interviewer_role_feedback_question_id)
}

async function seedQuestions(tx: Db): Promise<void> {
  await tx
    .insert(application_question)
    .values(QUESTIONS.map((one, place) => ({ ref_question_id: place + 1, sort_order: (place + 1) * 10, ...one })))
    .onConflictDoNothing()
  await continueAfter(tx, application_question, application_question.ref_question_id)
}

async function seedRedFlags(tx: Db): Promise<void> {
  await tx
    .insert(red_flag)
    .values(RED_FLAGS.map((one, place) => ({ fgl_ref_red_flag_id: place + 1, sort_order: (place + 1) * 10, ...one })))
    .onConflictDoNothing()
  await continueAfter(tx, red_flag, red_flag.fgl_ref_red_flag_id)
}

/** Rows with ids of our own do not move the sequence, and the next row of the staff would collide with them. */
export async function continueAfter(tx: Db, table: PgTable, id: PgColumn): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, ${id.name}), (select max(${id}) from ${table}))`)
}
