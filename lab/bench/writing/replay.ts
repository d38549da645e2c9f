import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { candidate_access, email_outbox, user_session } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { statementsOf, type Statement } from '#test/setup/statements.ts'

/** The statements that open and submit an application, and the values in them that are specific to it. */
export type Recording = { statements: Statement[]; user_session_id: number; answer_ids: number[]; role: number; unique: string[] }

/** Records what the real app sends to the database for an application. */
export async function recordApplication(): Promise<Recording> {
  await using app = await startApp()
  await seedReference(app.db)
  const { ref_function_role_id: role } = await makeRole(app.db)
  await apply(app, role)
  let applied: Awaited<ReturnType<typeof apply>> | undefined
  const statements = await statementsOf(app.services.database.pool, async () => (applied = await apply(app, role)))
  const { user_session_id, questions } = applied!
  const sessions = await app.db.select({ hash: user_session.capability_hash, id: user_session.user_session_id }).from(user_session)
  const emails = await app.db.select({ message_id: email_outbox.message_id, id: email_outbox.user_session_id }).from(email_outbox)
  const links = await app.db.select({ hash: candidate_access.token_hash }).from(candidate_access)
  const unique = [
    sessions.find(({ id }) => id === user_session_id)!.hash,
    emails.find(({ id }) => id === user_session_id)!.message_id,
    ...links.map(({ hash }) => hash),
  ]
  return { statements, user_session_id, answer_ids: questions.map((one) => one.user_session_answer_id), role, unique }
}

/** Replays the statements for a new application through the driver alone, waiting for each response. */
export async function replay(client: pg.ClientBase, recorded: Recording, role: number): Promise<void> {
  const known = new Map<unknown, unknown>([[recorded.role, role], ...recorded.unique.map((one): [string, string] => [one, randomUUID()])])
  for (const { text, values } of recorded.statements) {
    const { rows } = await client.query(
      text,
      values.map((value) => substitute(value, known)),
    )
    if (!known.has(recorded.user_session_id) && rows[0]?.user_session_id) known.set(recorded.user_session_id, rows[0].user_session_id)
    if (!known.has(recorded.answer_ids[0]) && rows[0]?.user_session_answer_id) {
      for (const [place, id] of recorded.answer_ids.entries()) known.set(id, rows[place].user_session_answer_id)
    }
  }
}

function substitute(value: unknown, known: Map<unknown, unknown>): unknown {
  return Array.isArray(value) ? value.map((one) => known.get(one) ?? one) : (known.get(value) ?? value)
}
