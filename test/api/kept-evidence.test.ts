import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { updateStatus } from '#contract/applicants/moves.ts'
import { saveFeedback } from '#contract/feedback.ts'
import { readPacketZip } from '#contract/packet/packet.ts'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { sealNext } from '#server/packet/seal-due.ts'
import { rotateSigningKey } from '#server/packet/signing-key.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeDecided, OWNED, packetIn, repacked, verdictOn } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
const machine = mkdtempSync(join(tmpdir(), 'rounds-november-'))
afterAll(async () => {
  await app.close()
  rmSync(machine, { recursive: true, force: true })
})
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const REASON = 'Did not show how they would handle a missed escalation.'

const download = async (id: number) =>
  (await app.fastify.inject({ method: 'GET', url: `/api/applicants/${id}/packet.zip`, headers: { authorization: `Bearer ${admin.token}` } })).rawPayload
const published = async () => (await app.call(listSigningKeys, {})).body.keys
const textsIn = (zip: Buffer) => JSON.stringify(packetIn(zip).sections)

/** Another machine in November: Node and a verifier written from docs/packet.md, with none of the product's code. */
function verifiedElsewhere(zip: Buffer, fingerprint: string) {
  copyFileSync('test/packet/other-verifier.mjs', join(machine, 'verify.mjs'))
  writeFileSync(join(machine, 'packet.zip'), zip)
  const { status, stdout } = spawnSync(process.execPath, ['verify.mjs', 'packet.zip', fingerprint], { cwd: machine, env: {}, encoding: 'utf8' })
  return [status, stdout.trim()]
}

async function editFeedback(zip: Buffer, interviewer_feedback: string): Promise<void> {
  const [first] = packetIn(zip).sections.find(({ name }) => name === 'interview_feedback')!.entries as {
    if_interview_header_id: number
    if_interviewer_role_feedback_question_id: number
  }[]
  const { if_interview_header_id, if_interviewer_role_feedback_question_id } = first!
  const feedback = { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback }
  expect((await app.call(saveFeedback, { feedbacks: [feedback], submitted: true }, ivo.as)).status).toBeLessThan(300)
}

test('rejected in March, feedback edited in April, one erasure in May, key rotated in June, packet verified in November without the product', async () => {
  const [id, other] = [await makeDecided(app, admin, ivo), await makeDecided(app, admin, ivo)]
  const rejection = { user_session_id: id, ref_application_status_id: REJECTED_AFTER_A, reason: REASON, red_flag_ids: [1] }
  expect((await app.call(updateStatus, rejection, admin)).status).toBe(200)
  expect(await sealNext(app.services)).toBe(true)
  const march = await download(id)
  const [key] = await published()

  await editFeedback(march, 'Quintessa blamed everyone at once.')
  expect(await sealNext(app.services)).toBe(true)
  const april = await download(id)
  expect(textsIn(march)).toContain(OWNED)
  expect(textsIn(march)).not.toContain('blamed everyone')
  expect([OWNED, 'blamed everyone', REASON, '"added_after_decision":true'].filter((one) => !textsIn(april).includes(one))).toEqual([])

  await eraseApplicant(app.services, { user_session_id: other, reason: 'asked for', insideMandatory: 'erase' })
  await rotateSigningKey(app.db, app.services.keys)
  const june = await download(id)
  expect(june.equals(april)).toBe(true)

  const keys = (await published()).map(({ kid, created_at, retired_at }) => ({ fingerprint: kid, created_at, retired_at }))
  for (const zip of [march, april]) {
    expect(verifiedElsewhere(zip, key!.kid)).toEqual([0, 'genuine'])
    expect(verdictOn(zip, { keys, head: packetIn(zip).statement.head }).faults).toEqual([])
  }
  const forged = repacked(
    march,
    (packet) => void (packet.sections.find(({ name }) => name === 'interview_feedback')!.entries[0]!['interviewer_feedback'] = 'Blamed everyone.'),
  )
  expect(verifiedElsewhere(forged, key!.kid)).toEqual([1, 'other sections'])
  expect(verifiedElsewhere(march, keys.at(-1)!.fingerprint)).toEqual([1, 'another key'])
  expect((await app.call(readPacketZip, { id: other }, admin)).status).toBe(404)
  expect((await verifyAudit(app.db, { erasures: { secret: app.env.SECRET_KEY } })).broken).toBeNull()

  await eraseApplicant(app.services, { user_session_id: id, reason: 'asked for', insideMandatory: 'erase' })
  expect(verifiedElsewhere(april, key!.kid)).toEqual([0, 'genuine'])
})
