import { findMentions, type Note } from '#contract/applicants/collaboration.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { findKnown } from '#server/people/find-known.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import { listColleaguesFor, lockColleagues } from './colleagues.ts'
import { deleteOwnNote, insertMentions, insertNote, listNoteRows, setMentionsSeen, type NoteRow } from './collaboration-store.ts'

type Deps = Pick<Services, 'db' | 'env'>
type Read = { user_session_id: number; identifiable: boolean }

/** Notes, as far as this caller can see them; marks mentions of the caller as seen. Throws 404 for an unknown applicant. */
export async function listNotes({ db, env }: Pick<Services, 'db' | 'env'>, caller: StaffCaller, { user_session_id, identifiable }: Read): Promise<Note[]> {
  const known = await findKnown(db, user_session_id, caller.scope)
  if (!known) throw notFound(user_session_id)
  const rows = await listNoteRows(db, user_session_id)
  if (identifiable && rows.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'notes' })
  await setMentionsSeen(db, { user_session_id, staff_account_id: caller.staff_account_id })
  const { show } = viewOf(known, viewerOf(env, { identifiable }))
  return rows.map((row) => show('note', presentNote(row, caller)))
}

/** Saves a note with the colleagues it mentions; any other name is plain text. */
export async function writeNote(
  services: Deps,
  caller: StaffCaller,
  { user_session_id, note_text }: { user_session_id: number; note_text: string },
): Promise<Note> {
  const application = await findSubmitted(services.db, user_session_id, caller.scope)
  if (!application) throw notFound(user_session_id)
  const mentioned = mentionedColleagues(note_text, await listColleaguesFor(services, application.ref_function_role_id)).filter(
    (email) => email !== caller.email,
  )
  return services.db.transaction(async (tx) => {
    const accounts = await lockColleagues(tx, services.env, { emails: mentioned, ref_function_role_id: application.ref_function_role_id })
    // An erasure in between would leave the note, which may name the person, behind.
    if (!(await lockApplicant(tx, user_session_id, caller.scope))) throw notFound(user_session_id)
    const note_id = await insertNote(tx, { user_session_id, note_text, written_by: caller.staff_account_id })
    await insertMentions(
      tx,
      accounts.map((staff_account_id) => ({ note_id, user_session_id, staff_account_id })),
    )
    await recordVersion(tx, { kind: 'note', of_id: note_id, user_session_id, before: null, after: { note_text }, by: caller })
    const facts = { note_id, mentioned: accounts }
    await recordAudit(tx, { actor: caller, action: 'applicant.note-written', subject_kind: 'applicant', subject_id: user_session_id, facts })
    return presentNote(
      (await listNoteRows(tx, user_session_id)).find((row) => row.note_id === note_id)!,
      caller,
    )
  })
}

/** Throws 404 for anyone else's note. */
export async function deleteNote({ db }: Pick<Services, 'db'>, caller: StaffCaller, { id, note_id }: { id: number; note_id: number }): Promise<null> {
  await db.transaction(async (tx) => {
    if (!(await findSubmitted(tx, id, caller.scope))) throw notFound(id)
    const row = await deleteOwnNote(tx, { note_id, user_session_id: id, written_by: caller.staff_account_id })
    if (!row) throw new HttpError(404, 'That note was not found.')
    const { note_text, written_by, created_at } = row
    await recordVersion(tx, {
      kind: 'note',
      of_id: note_id,
      user_session_id: id,
      before: { content: { note_text }, written_by, written_at: created_at },
      after: null,
      by: caller,
    })
    await recordAudit(tx, { actor: caller, action: 'applicant.note-deleted', subject_kind: 'applicant', subject_id: id, facts: { note_id } })
  })
  return null
}

/** Matches a full address, or the part before the @ if only one colleague has it. */
function mentionedColleagues(note_text: string, colleagues: string[]): string[] {
  return findMentions(note_text).flatMap((name) => {
    const found = colleagues.filter((email) => email === name || email.split('@')[0] === name)
    return found.length === 1 ? found : []
  })
}

function presentNote({ written_by, created_at, ...row }: NoteRow, caller: StaffCaller): Note {
  return { ...row, created_at: new Date(created_at).toISOString(), is_own: written_by === caller.staff_account_id }
}
