import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadResume } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { listAudit } from '#contract/audit-trail.ts'
import { downloadOwnResume } from '#contract/candidate/candidate.ts'
import { damagedResumes } from '#server/operate/commands/operating-checks.ts'
import { exportApplicant } from '#server/operate/privacy/applicant-commands.ts'
import { audit_trail } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { openS3Server } from '#test/setup/s3-server.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { PDF, uploading } from '#test/uploading.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

type Storage = {
  name: string
  settings: Record<string, string>
  set: (app: TestApp, key: string, content: Buffer | null) => Promise<void>
  /** Declares this content's full length but sends less. */
  stall?: (content: Buffer) => void
  fail?: () => void
  recover?: () => void
}

const ANOTHER = Buffer.concat([PDF.subarray(0, -1), Buffer.from(' ')])
const LARGER = Buffer.concat([PDF, Buffer.alloc(50_000_000)])

process.env['AWS_ACCESS_KEY_ID'] ??= 'rounds-test'
process.env['AWS_SECRET_ACCESS_KEY'] ??= 'rounds-test-secret'
const bucket = await openS3Server()
afterAll(() => bucket[Symbol.asyncDispose]())

const DISK: Storage = {
  name: 'on the disk',
  settings: {},
  async set(app, key, content) {
    const path = join(app.env.DATA_DIR, 'files', key)
    await (content ? writeFile(path, content) : rm(path))
  },
}

const BUCKET: Storage = {
  name: 'in a bucket',
  settings: {
    STORAGE_URL: bucket.storageUrl,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID']!,
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY']!,
  },
  async set(_, key, content) {
    if (content) bucket.stored.set(key, { content, modified_at: new Date() })
    else bucket.stored.delete(key)
  },
  fail: () => bucket.trouble((_, response) => Boolean(response.writeHead(500).end())),
  recover: () => bucket.trouble(() => false),
  stall(content) {
    bucket.trouble(
      (request, response) => request.method === 'GET' && response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 100)),
    )
  },
}

describe.each([DISK, BUCKET])('resumes $name', (storage) => {
  let app: TestApp
  let made = 0
  let admin: Awaited<ReturnType<TestApp['admin']>>
  beforeAll(async () => {
    app = await startApp({ TIME_ZONE: 'America/Chicago', ...storage.settings })
    admin = await app.admin()
  })
  afterAll(() => app.close())

  async function uploaded() {
    const { upload, stored } = uploading(app)
    const email = `nurse-${(made += 1)}@home.example`
    const application = await apply(app, (await makeRole(app.db)).ref_function_role_id, { email })
    expect((await upload(application)).status).toBe(201)
    const { storage_key } = (await stored(application.user_session_id))[0]!
    const set = (content: Buffer | null) => storage.set(app, storage_key, content)
    return { id: application.user_session_id, email, storage_key, set }
  }
  const read = (id: number) => app.call(downloadResume, { id }, admin)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }).format(new Date())
  const metrics = async () => String((await app.send('GET', '/metrics')).body)

  test('a stored file that differs from its upload returns 502, gives the upload time, and triggers an alert', async () => {
    const { id, set, storage_key } = await uploaded()
    expect((await read(id)).status).toBe(200)
    for (const content of [ANOTHER, PDF.subarray(0, 100), LARGER, Buffer.alloc(0)]) {
      await set(content)
      const { status, body } = await read(id)
      expect([status, body]).toMatchObject([502, { detail: `The resume can't be read. It was uploaded on ${day}.` }])
    }
    expect(await metrics()).toContain('rounds_damaged_files_total{damage="changed"} 4')
    expect(await damagedResumes(app.db, app.env)).toContain(`${storage_key} (changed): storage doesn't return what was uploaded`)
    expect((await exportApplicant(app.services, id)).document).toMatchObject({ unreadable_files: [{ because: 'changed' }] })
    await set(PDF)
    expect((await read(id)).status).toBe(200)
    expect(await damagedResumes(app.db, app.env)).toBe(null)
    const downloads = (await app.db.select().from(audit_trail)).filter((row) => row.action === 'resume.downloaded' && row.subject_id === id)
    expect(downloads).toHaveLength(2)
  })

  test('a HEAD request for a resume reads nothing, so it appears in neither the timeline nor the audit trail', async () => {
    const { id, email } = await uploaded()
    const own = await openOwnPage(app, email)
    const staff = await app.admin()
    const head = await app.send('HEAD', `/api/applicants/${id}/resume`, undefined, staff)
    expect([head.status, head.headers['content-length']]).toEqual([200, String(PDF.length)])
    expect((await app.send('HEAD', downloadOwnResume.path.replace('{id}', String(id)), undefined, own)).status).toBe(200)
    const downloads = async () => (await app.call(listHistory, { id }, staff)).body.filter(({ kind }) => kind === 'download').length
    const recorded = async () => (await app.call(listAudit, { user_session_id: id, action: 'resume.downloaded' }, staff)).body.length
    expect([await downloads(), await recorded()]).toEqual([0, 0])
    await read(id)
    expect([await downloads(), await recorded()]).toEqual([1, 1])
  })

  test("a file missing from storage returns 502 with its own message, never 404, for staff and on the candidate's page", async () => {
    const { id, email, set } = await uploaded()
    const own = await openOwnPage(app, email)
    await set(null)
    const sentence = `The resume is missing from storage. It was uploaded on ${day}.`
    for (const { status, body } of [await read(id), await app.call(downloadOwnResume, { id }, own)])
      expect([status, body]).toMatchObject([502, { detail: sentence }])
    expect(await metrics()).toContain('rounds_damaged_files_total{damage="missing"} 2')
    await set(PDF)
  })

  test('an upload to failing storage returns 503 and stores nothing', async (context) => {
    if (!storage.fail) return context.skip()
    const { upload, stored } = uploading(app)
    const application = await apply(app, (await makeRole(app.db)).ref_function_role_id)
    storage.fail()
    const { status, body } = await upload(application)
    expect([status, body]).toMatchObject([503, { detail: "Files can't be stored or read right now. Try again in a moment." }])
    expect((await stored(application.user_session_id)).filter((row) => row.stored_at !== null)).toEqual([])
    storage.recover!()
    expect((await upload(application)).status).toBe(201)
  })

  test('a download that stalls returns 503', async (context) => {
    if (!storage.stall) return context.skip()
    const { id } = await uploaded()
    storage.stall(PDF)
    const took = await elapsedIn(async () => {
      const { status, body } = await read(id)
      expect([status, body]).toMatchObject([503, { detail: "We can't load resumes right now. Try again in a moment." }])
    })
    expect(took).toBeLessThan(35_000)
  })
})
