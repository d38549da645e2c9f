import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReview, listReviewRows } from '#contract/applicants/applicant-list.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { readAllAbout } from '#server/people/personal-store.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { makeApplicant, type ApplicantInput } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { minimalPdf, writtenPdf } from '#test/setup/pdf-files.ts'
import { writeTexts } from './open-text-writer.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let roleId: number
let made = 0

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  roleId = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

async function withResume(text: string | Buffer, but: ApplicantInput = {}): Promise<number> {
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id: roleId, ...but })
  await upload(user_session_id, text)
  await writeTexts(app.services)
  return user_session_id
}

async function upload(user_session_id: number, text: string | Buffer): Promise<void> {
  const storage_key = `resumes/made-${(made += 1)}.pdf`
  const content = typeof text === 'string' ? await writtenPdf({}, text) : text
  await app.services.files.put(storage_key, content)
  await app.db.execute(sql`update resume set replaced_at = now() where user_session_id = ${user_session_id} and replaced_at is null`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await app.db.execute(
    sql`insert into resume (user_session_id, storage_key, sha256, size_bytes) values (${user_session_id}, ${storage_key}, ${sha256}, ${content.length})`,
  )
  await queueForSearch(app.db, user_session_id)
}

const search = async (q: string, identifiable = false) => (await app.call(listReview, { roleId, q, identifiable }, admin)).body
const found = async (q: string, identifiable = false) => (await search(q, identifiable)).ids

test('one search covers the resume and the answers, by prefix, ignoring case and accents', async () => {
  const id = await withResume('Certified in phlebotomy at Clínica Norte.', { answers: { why_this_role: 'I like night shifts.' } })
  for (const q of ['phlebo', 'PHLEBOTOMY night', 'clinica', 'clínica nort', 'shifts.', "' | 'night"]) expect(await found(q), q).toEqual([id])
  for (const q of ['lebotomy', 'phlebotomy day', 'n orte', '%%']) expect(await found(q), q).toEqual([])
})

test('a search result shows where the words are, with the surrounding text', async () => {
  const id = await withResume(`${'Nothing of note. '.repeat(20)}Ran a dialysis unit for years. ${'More of it. '.repeat(20)}`)
  const [row] = (await search('dialysis')).rows
  expect(row!.found).toMatchObject({ where: 'Resume' })
  expect(row!.found!.text).toMatch(/^….{0,60}Ran a dialysis unit.*…$/)
  const { body } = await app.call(listReviewRows, { roleId, ids: [id], q: 'dialysis' }, admin)
  expect(body[0]!.found).toEqual(row!.found)
  expect((await app.call(listReviewRows, { roleId, ids: [id] }, admin)).body[0]).not.toHaveProperty('found')
})

test('while names are hidden, identifying text in a resume is neither searchable nor shown', async () => {
  const resume = [
    'O D A L Y S',
    'V E R M E U L E N',
    'odalys.v@example.com · 555-010-2345 · Maple Junction',
    'Wound care',
    'Odalys led the Quillfeather ward',
  ].join('\n')
  const id = await withResume(resume, { first_name: 'Odalys', last_name: 'Vermeulen', email: 'odalys.v@example.com' })
  expect(await found('wound')).toEqual([id])
  for (const q of ['odalys', 'vermeulen', 'odalys.v@example.com', '555', 'quillfeather', 'example']) {
    expect(await found(q), q).toEqual([])
  }
  for (const q of ['odalys', 'vermeulen wound', 'quillfeather', 'odalys.v@example.com']) expect(await found(q, true), q).toEqual([id])
  expect(JSON.stringify((await search('wound')).rows)).not.toMatch(/odalys|vermeulen|O D A L|V E R M|example\.com|010/i)
})

test('a new resume replaces the old one in search, and each is read only once', async () => {
  const id = await withResume('Audiology')
  expect(await found('audiology')).toEqual([id])
  await app.db.execute(sql`update applicant_text set resume_text = 'Kept as it was' where user_session_id = ${id}`)
  await queueForSearch(app.db, id)
  await writeTexts(app.services)
  expect(await found('kept')).toEqual([id])
  await upload(id, 'Podiatry')
  expect((await search('podiatry')).is_behind).toBe(true)
  await writeTexts(app.services)
  expect([await found('audiology'), await found('podiatry'), (await search('podiatry')).is_behind]).toEqual([[], [id], false])
})

test('answers stay searchable when a resume is unreadable or missing', async () => {
  const broken = await withResume(minimalPdf(), { answers: { why_this_role: 'sonography' } })
  const gone = await makeApplicant(app.db, { ref_function_role_id: roleId, answers: { why_this_role: 'sonography' } })
  await app.db.execute(sql`insert into resume (user_session_id, storage_key, sha256, size_bytes) values (${gone.user_session_id}, 'resumes/none.pdf', '', 1)`)
  await writeTexts(app.services)
  expect((await found('sonography')).toSorted()).toEqual([broken, gone.user_session_id])
})

test("an export includes the resume's text, and an erasure removes all of it", async () => {
  const id = await withResume('Gerontology')
  expect((await readAllAbout(app.db, id))['search_texts']).toEqual([
    { user_session_id: id, resume_id: expect.any(Number), resume_text: expect.stringMatching(/^Gerontology\s*$/) },
  ])
  await queueForSearch(app.db, id)
  await eraseApplicant(app.services, { user_session_id: id, reason: 'asked', insideMandatory: 'erase' })
  expect([await found('gerontology', true), await writeTexts(app.services)]).toEqual([[], 0])
  const { rows } = await app.db.execute(sql`select 1 from applicant_text where user_session_id = ${id}`)
  expect(rows).toEqual([])
})

test("resume text that couldn't be saved is retried after its lease ends, and not before", async () => {
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id: roleId, answers: { why_this_role: 'orthotics' } })
  await upload(user_session_id, 'x')
  const broken = { ...app.services, files: { ...app.services.files, stream: () => Promise.reject(new Error('The storage is away.')) } }
  await expect(writeTexts(broken)).rejects.toThrow('away')
  expect(await writeTexts(app.services)).toBe(0)
  await app.db.execute(sql`update applicant_text set leased_until = now() - interval '1 second'`)
  expect(await writeTexts(app.services)).toBe(1)
  expect(await found('orthotics')).toEqual([user_session_id])
})

test('until a decision is undone, its reason is searchable, and masked while names are hidden', async () => {
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id: roleId, first_name: 'Quintessa', ref_application_status_id: UNDER_REVIEW })
  const move = { user_session_id, ref_application_status_id: REJECTED, reason: 'Quintessa never worked with zebrafish models.' }
  const { body } = await app.call(updateStatus, move, admin)
  await writeTexts(app.services)
  expect(await found('zebrafish')).toEqual([user_session_id])
  expect((await search('zebrafish')).rows[0]!.found).toEqual({ where: 'Reason for a decision', text: '[name] never worked with zebrafish models.' })
  await app.call(undoStatus, { undo_token: body.undo_token! }, admin)
  await writeTexts(app.services)
  expect(await found('zebrafish')).toEqual([])
})
