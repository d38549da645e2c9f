import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { afterAll, expect, test } from 'vitest'
import { updateStatus } from '#contract/applicants/moves.ts'
import { saveFeedback } from '#contract/feedback.ts'
import { readPacketZip } from '#contract/packet/packet.ts'
import { unpackZip } from '#contract/packet/zip.ts'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { sealNext } from '#server/packet/seal-due.ts'
import { rotateSigningKey } from '#server/packet/signing-key.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeDecided, OWNS_MISTAKE, packetIn, repack, verdictOn } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'
import { findBrowser } from '../../scripts/tools.mjs'

/**
 * Feedback can be edited for 72 hours after the candidate leaves the panel interview stage. To allow an edit in April, the rejection is at the end of
 * March.
 */
const DAYS = {
  rejected: '2030-03-29T17:00:00Z',
  edited: '2030-04-01T09:00:00Z',
  tooLate: '2030-04-20T09:00:00Z',
  erased: '2030-05-14T09:00:00Z',
  rotated: '2030-06-11T09:00:00Z',
  verified: '2030-11-18T09:00:00Z',
}
const app = await startApp()
const clocks = await stopClocks(app.services.database, new Date('2030-03-01T09:00:00Z'))
const machine = mkdtempSync(join(tmpdir(), 'rounds-november-'))
afterAll(async () => {
  clocks.go()
  await app.close()
  rmSync(machine, { recursive: true, force: true })
})
let admin = await app.admin()
const ivo = await makeInterviewer(app)
const REASON = 'Did not show how they would handle a missed escalation.'

/** Moves every clock forward and signs in again, because sessions have expired by then. */
async function goTo(day: keyof typeof DAYS): Promise<void> {
  await clocks.setTo(new Date(DAYS[day]))
  admin = await app.admin()
  ivo.as = await app.interviewer(ivo.email)
}

const download = async (id: number) =>
  (await app.fastify.inject({ method: 'GET', url: `/api/applicants/${id}/packet.zip`, headers: { authorization: `Bearer ${admin.token}` } })).rawPayload
const published = async () => (await app.call(listSigningKeys, {})).body
const textsIn = (zip: Buffer) => JSON.stringify(packetIn(zip).sections)

/** Verifies a packet in November on another machine, which has Node and a verifier written from docs/packet.md but none of the product's code. */
function verifiedElsewhere(zip: Buffer, fingerprint: string) {
  copyFileSync('test/packet/other-verifier.mjs', join(machine, 'verify.mjs'))
  writeFileSync(join(machine, 'packet.zip'), zip)
  const { status, stdout } = spawnSync(process.execPath, ['verify.mjs', 'packet.zip', fingerprint], { cwd: machine, env: {}, encoding: 'utf8' })
  return [status, stdout.trim()]
}

/** Verifies a packet with the product's command, from a checkout without settings, a data folder or a database. */
function verifiedByCommand(zip: Buffer, keys: object) {
  const clone = join(machine, 'project')
  for (const path of ['package.json', 'scripts', 'src']) cpSync(path, join(clone, path), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'))
  writeFileSync(join(machine, 'case.zip'), zip)
  writeFileSync(join(machine, 'rounds-keys.json'), JSON.stringify(keys))
  const words = ['src/server/cli.ts', 'packet', 'verify', '../case.zip', '--key', '../rounds-keys.json', '--head', packetIn(zip).statement.head]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: clone, env: {}, encoding: 'utf8' })
  return { status, said: (stdout + stderr).trim().split('\n') }
}

/** Verifies a packet with the page it contains, in an offline browser. */
async function verifiedInBrowser(zip: Buffer, keys: object): Promise<string> {
  writeFileSync(join(machine, 'verify.html'), unpackedPage(zip))
  const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext()
    await context.setOffline(true)
    const page = await context.newPage()
    await page.goto(pathToFileURL(join(machine, 'verify.html')).href)
    await page.getByLabel(/The packet's ZIP/).setInputFiles({ name: 'case.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByLabel(/saved earlier/).setInputFiles({ name: 'rounds-keys.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(keys)) })
    await page.getByText(/, the one you provided\.|was changed\./).waitFor()
    return await page.locator('body').innerText()
  } finally {
    await browser.close()
  }
}

const unpackedPage = (zip: Buffer) => unpackZip(zip)!.find(({ name }) => name === 'verify.html')!.content

async function editFeedback(zip: Buffer, interviewer_feedback: string) {
  const [first] = packetIn(zip).sections.find(({ name }) => name === 'interview_feedback')!.entries as {
    if_interview_header_id: number
    if_interviewer_role_feedback_question_id: number
  }[]
  const { if_interview_header_id, if_interviewer_role_feedback_question_id } = first!
  const feedback = { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback }
  return app.call(saveFeedback, { feedbacks: [feedback], submitted: true }, ivo.as)
}

/** Returns the sealed packet, and the key that signed it. */
async function rejectInMarch(id: number): Promise<{ march: Buffer; key: string }> {
  await goTo('rejected')
  const rejection = { user_session_id: id, ref_application_status_id: REJECTED_AFTER_A, reason: REASON, red_flag_ids: [1] }
  expect((await app.call(updateStatus, rejection, admin)).status).toBe(200)
  expect(await sealNext(app.services)).toBe(true)
  const march = await download(id)
  expect(textsIn(march)).toContain(OWNS_MISTAKE)
  return { march, key: (await published()).keys[0]!.kid }
}

/** Returns the new packet, sealed after the edit. */
async function editInApril(id: number, march: Buffer): Promise<Buffer> {
  await goTo('edited')
  expect((await editFeedback(march, 'Quintessa blamed everyone at once.')).status).toBeLessThan(300)
  expect(await sealNext(app.services)).toBe(true)
  const april = await download(id)
  expect(textsIn(march)).not.toContain('blamed everyone')
  expect([OWNS_MISTAKE, 'blamed everyone', REASON, '"added_after_decision":true'].filter((one) => !textsIn(april).includes(one))).toEqual([])
  expect([march, april].map((zip) => packetIn(zip).statement.sealed_at.slice(0, 10))).toEqual(['2030-03-29', '2030-04-01'])
  await goTo('tooLate')
  expect(await editFeedback(march, 'Quintessa was late, too.')).toMatchObject({ status: 409, body: { detail: expect.stringContaining('72 hours ago') } })
  return april
}

async function expectGenuine(packets: Buffer[], key: string): Promise<void> {
  const saved = await published()
  const keys = saved.keys.map(({ kid, created_at, retired_at }) => ({ fingerprint: kid, created_at, retired_at }))
  for (const zip of packets) {
    expect(verifiedElsewhere(zip, key)).toEqual([0, 'genuine'])
    expect(verdictOn(zip, { keys, head: packetIn(zip).statement.head }).faults).toEqual([])
  }
  const april = packets.at(-1)!
  const { status, said } = verifiedByCommand(april, saved)
  expect([status, said]).toEqual([
    0,
    expect.arrayContaining([
      expect.stringContaining('edition 2, is unchanged since it was sealed at 2030-04-01'),
      `Signature: valid for the key ${key}, the one you provided.`,
    ]),
  ])
  const page = await verifiedInBrowser(april, saved)
  expect(['This packet is unchanged since it was sealed', OWNS_MISTAKE, 'blamed everyone', REASON].filter((one) => !page.includes(one))).toEqual([])
}

async function expectForgeryRejected(march: Buffer, key: string): Promise<void> {
  const forged = repack(
    march,
    (packet) => void (packet.sections.find(({ name }) => name === 'interview_feedback')!.entries[0]!['interviewer_feedback'] = 'Blamed everyone.'),
  )
  const saved = await published()
  expect(verifiedElsewhere(forged, key)).toEqual([1, 'other sections'])
  expect(await verifiedInBrowser(forged, saved)).toContain('interview_feedback, entry 1 was changed.')
  expect(verifiedElsewhere(march, saved.keys.at(-1)!.kid)).toEqual([1, 'another key'])
}

test('after a rejection, a feedback edit, an erasure and a key rotation, a packet can be verified months later without the product', async () => {
  const [id, other] = [await makeDecided(app, admin, ivo), await makeDecided(app, admin, ivo)]
  const { march, key } = await rejectInMarch(id)
  const april = await editInApril(id, march)
  await goTo('erased')
  await eraseApplicant(app.services, { user_session_id: other, reason: 'asked for', insideMandatory: 'erase' })
  await goTo('rotated')
  await rotateSigningKey(app.db, app.services.keys)

  await goTo('verified')
  expect((await download(id)).equals(april)).toBe(true)
  await expectGenuine([march, april], key)
  await expectForgeryRejected(march, key)
  expect((await app.call(readPacketZip, { id: other }, admin)).status).toBe(404)
  expect((await verifyAudit(app.db, { erasures: { secret: app.env.SECRET_KEY } })).broken).toBeNull()

  await eraseApplicant(app.services, { user_session_id: id, reason: 'asked for', insideMandatory: 'erase' })
  expect(verifiedElsewhere(april, key)).toEqual([0, 'genuine'])
})
