import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants.ts'
import { undoStatus, updateStatus } from '#contract/moves.ts'
import { PROCEED, UNDER_REVIEW } from '#contract/statuses.ts'
import { holdApplicant } from '#server/operate/privacy/hold-applicant.ts'
import { sweepFiles } from '#server/operate/privacy/sweep-files.ts'
import { resume } from '#server/db/tables.ts'
import { apply, formWith, startApplying, type Applying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { ref_function_role_id } = await makeRole(app.db)

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n' +
    'xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n163\n%%EOF\n',
)
const good = { filename: 'resume.pdf', type: 'application/pdf', content: PDF }

async function upload(application: Applying, file: Parameters<typeof formWith>[1] = good, as = application.as) {
  const { body, headers } = formWith({ user_session_id: String(application.user_session_id) }, file)
  return app.send('POST', '/api/user-session/resume', body, { ...as, headers })
}

const stored = (user_session_id: number) => app.db.select().from(resume).where(eq(resume.user_session_id, user_session_id))

test('a PDF is kept under a name of our own, with its hash', async () => {
  const application = await apply(app, ref_function_role_id)
  const { status, body } = await upload(application, { ...good, filename: '../../etc/passwd.pdf' })

  expect([status, body]).toEqual([201, { message: 'Your resume has arrived.' }])
  const [row] = await stored(application.user_session_id)
  expect(row!.storage_key).toMatch(/^resumes\/[0-9a-f-]{36}\.pdf$/)
  expect(row!.size_bytes).toBe(PDF.length)
  expect(await app.services.files.read(row!.storage_key)).toEqual(PDF)
})

test('what is no PDF by its content is refused in the words of the specification', async () => {
  const application = await apply(app, ref_function_role_id)
  for (const file of [
    { ...good, content: Buffer.from('<html>%PDF-1.4 %%EOF') },
    { ...good, content: Buffer.alloc(0) },
  ]) {
    const { status, body } = await upload(application, file)
    expect([status, body.detail]).toEqual([415, 'Only PDF files are supported. Please select a PDF file.'])
  }
  expect(await stored(application.user_session_id)).toEqual([])
})

test('a real PDF is accepted whatever its name and type say', async () => {
  for (const file of [
    { ...good, filename: 'resume' },
    { ...good, type: 'application/octet-stream' },
    { ...good, filename: '', type: '' },
  ]) {
    const application = await apply(app, ref_function_role_id)
    expect((await upload(application, file)).status).toBe(201)
  }
})

test('10 MB are taken, one byte more is not', async () => {
  const application = await apply(app, ref_function_role_id)
  const filler = (size: number) => Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(size - PDF.length, '\n'), PDF.subarray(9)])
  const limit = 10 * 1024 * 1024

  expect((await upload(application, { ...good, content: filler(limit + 1) })).status).toBe(413)
  expect((await upload(application, { ...good, content: filler(limit) })).status).toBe(201)
})

test('only with the cookie of that application, and only after its answers', async () => {
  const mine = await apply(app, ref_function_role_id)
  const other = await apply(app, ref_function_role_id)
  const started = await startApplying(app, ref_function_role_id)

  expect((await upload(mine, good, {})).status).toBe(403)
  expect((await upload(mine, good, other.as)).status).toBe(403)
  expect((await upload(started)).status).toBe(409)
  expect(await stored(mine.user_session_id)).toEqual([])
})

test('a later upload takes the place of the earlier, three times at most', async () => {
  const application = await apply(app, ref_function_role_id)
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await upload(application)).status)

  expect(statuses).toEqual([201, 201, 201, 409])
  const rows = await stored(application.user_session_id)
  expect(rows.filter((row) => row.replaced_at === null)).toHaveLength(1)
})

test('a form that is broken or plays tricks is refused, and nothing is left of it', async () => {
  const application = await apply(app, ref_function_role_id)
  const before = await readdir(join(app.env.DATA_DIR, 'files', 'resumes')).catch(() => [])
  const id = String(application.user_session_id)
  const boundary = 'b'.repeat(252)
  const hostile: [string, Buffer | string, string][] = [
    ['the file as a plain field', formWith({ user_session_id: id, resume: PDF.toString() }).body, formWith({}).headers['content-type']],
    ['a field named __proto__', formWith({ user_session_id: id, __proto: '1' }).body, formWith({}).headers['content-type']],
    ['no final boundary', formWith({ user_session_id: id }, good).body.subarray(0, 200), formWith({}).headers['content-type']],
    [
      'a boundary of 252 bytes',
      `--${boundary}\r\ncontent-disposition: form-data; name="user_session_id"\r\n\r\n${id}\r\n--${boundary}--`,
      `multipart/form-data; boundary=${boundary}`,
    ],
    ['no boundary', 'x', 'multipart/form-data'],
    ['no form at all', '{}', 'application/json'],
    ['plain text', 'resume', 'text/plain'],
    ['many parts', formWith(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 'x']))).body, formWith({}).headers['content-type']],
    [
      'a part header named __proto__',
      `--x\r\n__proto__: y\r\ncontent-disposition: form-data; name="constructor"\r\n\r\n1\r\n--x--`,
      'multipart/form-data; boundary=x',
    ],
    ['the file under another name', formWith({ user_session_id: id }, { ...good, name: 'avatar' }).body, formWith({}).headers['content-type']],
    ['an empty file', formWith({ user_session_id: id }, { ...good, content: Buffer.alloc(0) }).body, formWith({}).headers['content-type']],
  ]
  for (const [what, body, type] of hostile) {
    const { status } = await app.send('POST', '/api/user-session/resume', body, { ...application.as, headers: { 'content-type': type } })
    expect(status >= 400 && status < 500, `${what}: ${status}`).toBe(true)
  }
  expect(await stored(application.user_session_id)).toEqual([])
  expect(await readdir(join(app.env.DATA_DIR, 'files', 'resumes')).catch(() => [])).toEqual(before)
})

const filesThere = () => readdir(join(app.env.DATA_DIR, 'files', 'resumes')).catch(() => [])

test('30 uploads at once keep no more files than the quota allows', { timeout: 60_000 }, async () => {
  const application = await apply(app, ref_function_role_id)
  const before = await filesThere()
  const nine = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(9 * 1024 * 1024, '\n'), PDF.subarray(9)])
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => upload(application, { ...good, content: nine })))).map((said) => said.status)

  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect(statuses.filter((status) => status === 409)).toHaveLength(28)
  expect((await filesThere()).length - before.length).toBe(2)
})

test('a file that could not be made current is deleted at once, and its quota is given back', async () => {
  const application = await apply(app, ref_function_role_id)
  const before = await filesThere()
  const { put } = app.services.files
  app.services.files.put = async (key, content) => {
    await put(key, content)
    await app.db.execute(sql`update user_session set capability_hash = 'taken away' where user_session_id = ${application.user_session_id}`)
  }
  const { status } = await upload(application)
  app.services.files.put = put

  expect(status).toBe(403)
  expect(await filesThere()).toEqual(before)
  expect(await stored(application.user_session_id)).toEqual([])
})

test('replacing a resume is in the timeline and in the audit trail', async () => {
  const application = await apply(app, ref_function_role_id)
  const { user_session_id } = application
  await upload(application)
  await upload(application)

  const { body } = await app.call(listHistory, { id: user_session_id }, await app.admin())
  expect(body.filter((event) => event.kind === 'resume').map(({ who, what }) => [who, what])).toEqual([[null, 'Replaced the resume']])
  const { rows } = await app.db.execute(sql`
    select actor_kind, action, facts from audit_trail where subject_kind = 'applicant' and subject_id = ${user_session_id} and action like 'resume.%' order by audit_id`)
  const [first, second] = (await stored(user_session_id)).toSorted((a, b) => a.resume_id - b.resume_id)
  expect(rows).toEqual([
    { actor_kind: 'candidate', action: 'resume.uploaded', facts: { resume_id: first!.resume_id } },
    { actor_kind: 'candidate', action: 'resume.replaced', facts: { resume_id: second!.resume_id, replaced_resume_id: first!.resume_id } },
  ])
})

test('a resume can be replaced until a decision is made, and again when it is undone', async () => {
  const admin = await app.admin()
  const application = await apply(app, ref_function_role_id)
  const { user_session_id } = application
  const move = (to: number) => app.call(updateStatus, { user_session_id, ref_application_status_id: to }, admin)
  await move(UNDER_REVIEW)
  expect((await upload(application)).status).toBe(201)

  const { body } = await move(PROCEED)
  const late = await upload(application)
  expect([late.status, late.body.detail]).toEqual([409, 'The resume of this application can no longer be changed.'])

  await app.call(undoStatus, { undo_token: body.undo_token! }, admin)
  expect((await upload(application)).status).toBe(201)
})

test('a decision that comes while the file is being written wins', async () => {
  const admin = await app.admin()
  const application = await apply(app, ref_function_role_id)
  const { user_session_id } = application
  const before = await filesThere()
  const { put } = app.services.files
  app.services.files.put = async (key, content) => {
    await put(key, content)
    await app.call(updateStatus, { user_session_id, ref_application_status_id: PROCEED }, admin)
  }
  const { status } = await upload(application)
  app.services.files.put = put

  expect(status).toBe(409)
  expect(await filesThere()).toEqual(before)
})

test('the sweep keeps the file a decision was made with, and everything under legal hold', async () => {
  const admin = await app.admin()
  const longAgo = (user_session_id: number) =>
    app.db.execute(sql`
      update resume set uploaded_at = uploaded_at - interval '9 days', replaced_at = replaced_at - interval '3 days' where user_session_id = ${user_session_id}`)
  const replaced = async (user_session_id: number) => (await stored(user_session_id)).find((one) => one.replaced_at !== null)!.storage_key
  const [decided, held, plain] = [await apply(app, ref_function_role_id), await apply(app, ref_function_role_id), await apply(app, ref_function_role_id)]
  for (const application of [decided, held, plain]) await upload(application)
  const moved = await app.call(updateStatus, { user_session_id: decided.user_session_id, ref_application_status_id: PROCEED }, admin)
  await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)
  await app.db.execute(sql`update status_change set changed_at = changed_at - interval '5 days' where user_session_id = ${decided.user_session_id}`)
  await holdApplicant(app.services, held.user_session_id, 'a claim')
  for (const application of [decided, held, plain]) await upload(application)
  for (const { user_session_id } of [decided, held, plain]) await longAgo(user_session_id)

  await sweepFiles(app.services, 0)

  expect(await app.services.files.read(await replaced(decided.user_session_id))).toEqual(PDF)
  expect(await app.services.files.read(await replaced(held.user_session_id))).toEqual(PDF)
  expect(await app.services.files.read(await replaced(plain.user_session_id))).toBeNull()
})
