import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { apply, formWith, startApplying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { GOOD, PDF, uploading } from '#test/uploading.ts'

const app = await startApp()
afterAll(() => app.close())
const { ref_function_role_id } = await makeRole(app.db)

const { upload, stored, filesThere } = uploading(app)

test('a PDF is stored under a name we choose, with its hash', async () => {
  const application = await apply(app, ref_function_role_id)
  const { status, body } = await upload(application, { ...GOOD, filename: '../../etc/passwd.pdf' })

  expect([status, body]).toEqual([201, { message: "We've received your resume." }])
  const [row] = await stored(application.user_session_id)
  expect(row!.storage_key).toMatch(/^resumes\/[0-9a-f-]{36}\.pdf$/)
  expect(row!.size_bytes).toBe(PDF.length)
  expect(await app.services.files.read(row!.storage_key)).toEqual(PDF)
})

test("an empty file, or one with content that isn't a PDF, is rejected with its own message", async () => {
  const application = await apply(app, ref_function_role_id)
  const wrong = await upload(application, { ...GOOD, content: Buffer.from('<html>%PDF-1.4 %%EOF') })
  expect([wrong.status, wrong.body.detail]).toEqual([415, 'Only PDF files are supported. Please select a PDF file.'])
  const empty = await upload(application, { ...GOOD, content: Buffer.alloc(0) })
  expect([empty.status, empty.body.detail]).toEqual([415, 'Only PDF files are supported. Please select a PDF file. This one is empty.'])
  expect(await stored(application.user_session_id)).toEqual([])
})

test('a real PDF is accepted whatever its name and type', async () => {
  for (const file of [
    { ...GOOD, filename: 'resume' },
    { ...GOOD, type: 'application/octet-stream' },
    { ...GOOD, filename: '', type: '' },
  ]) {
    const application = await apply(app, ref_function_role_id)
    expect((await upload(application, file)).status).toBe(201)
  }
})

test('10 MB is accepted, one byte more is rejected', async () => {
  const application = await apply(app, ref_function_role_id)
  const filler = (size: number) => Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(size - PDF.length, '\n'), PDF.subarray(9)])
  const limit = 10 * 1024 * 1024

  expect((await upload(application, { ...GOOD, content: filler(limit + 1) })).status).toBe(413)
  expect((await upload(application, { ...GOOD, content: filler(limit) })).status).toBe(201)
})

test("uploading a resume requires the application's cookie and submitted answers", async () => {
  const mine = await apply(app, ref_function_role_id)
  const other = await apply(app, ref_function_role_id)
  const started = await startApplying(app, ref_function_role_id)

  expect((await upload(mine, GOOD, {})).status).toBe(403)
  expect((await upload(mine, GOOD, other.as)).status).toBe(403)
  expect((await upload(mine, GOOD, started.as)).status).toBe(403)
  expect((await upload(started)).status).toBe(409)
  expect(await stored(mine.user_session_id)).toEqual([])
})

test('a later upload replaces the previous one, at most three times', async () => {
  const application = await apply(app, ref_function_role_id)
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await upload(application)).status)

  expect(statuses).toEqual([201, 201, 201, 409])
  const rows = await stored(application.user_session_id)
  expect(rows.filter((row) => row.replaced_at === null)).toHaveLength(1)
})

test('a malformed or hostile form is rejected, and none of it is stored', async () => {
  const application = await apply(app, ref_function_role_id)
  const before = await filesThere()
  const id = String(application.user_session_id)
  const boundary = 'b'.repeat(252)
  const hostile: [string, Buffer | string, string][] = [
    ['the file as a plain field', formWith({ user_session_id: id, resume: PDF.toString() }).body, formWith({}).headers['content-type']],
    ['a field named __proto__', formWith({ user_session_id: id, __proto: '1' }).body, formWith({}).headers['content-type']],
    ['no final boundary', formWith({ user_session_id: id }, GOOD).body.subarray(0, 200), formWith({}).headers['content-type']],
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
    ['the file under another name', formWith({ user_session_id: id }, { ...GOOD, name: 'avatar' }).body, formWith({}).headers['content-type']],
    ['an empty file', formWith({ user_session_id: id }, { ...GOOD, content: Buffer.alloc(0) }).body, formWith({}).headers['content-type']],
  ]
  for (const [what, body, type] of hostile) {
    const { status } = await app.send('POST', '/api/user-session/resume', body, { ...application.as, headers: { 'content-type': type } })
    expect(status >= 400 && status < 500, `${what}: ${status}`).toBe(true)
  }
  expect(await stored(application.user_session_id)).toEqual([])
  expect(await filesThere()).toEqual(before)
})

test('30 simultaneous uploads store no more files than the quota allows', async () => {
  const application = await apply(app, ref_function_role_id)
  const before = await filesThere()
  const nine = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(9 * 1024 * 1024, '\n'), PDF.subarray(9)])
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => upload(application, { ...GOOD, content: nine })))).map((response) => response.status)

  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect(statuses.filter((status) => status === 409)).toHaveLength(28)
  expect((await filesThere()).length - before.length).toBe(2)
})

test("if a file can't be made current, it's deleted immediately and its quota is released", async () => {
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
