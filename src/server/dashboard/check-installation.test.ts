import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkInstallation } from '#contract/dashboard.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp } from '#test/setup/app.ts'

test('owners see what the doctor finds, problems first, each with instructions', async () => {
  await using app = await startApp({ TRUST_PROXIES: '1' })
  await app.db.execute(sql`
    insert into email_outbox (purpose, message_id, to_address, subject, html, text, send_after, due_since)
    values ('notice', 'x', 'a@example.com', 's', 'h', 't', now() + interval '5 minutes', now() - interval '20 minutes')`)

  const { status, body } = await app.call(checkInstallation, {}, await app.admin())

  expect(status).toBe(200)
  expect(body.findings[0]).toEqual({
    check: 'waiting mail',
    state: 'problem',
    sentence: `1 waiting, the oldest for 20 minutes: see "Mail isn't going out" in docs/operate.md.`,
  })
  expect(body.findings).toContainEqual({
    check: 'settings',
    state: 'warning',
    sentence: 'TRUST_PROXIES is not a setting of Rounds: did you mean TRUST_PROXY?',
  })
  const states = body.findings.map(({ state }) => state)
  expect(states).toEqual(states.toSorted((one, other) => (one === other ? 0 : one === 'problem' || other === 'fine' ? -1 : 1)))
  const checks = Object.fromEntries(body.findings.map(({ check, sentence }) => [check, sentence]))
  expect(checks['last backup']).toBe('None yet; only production needs one.')
  expect(checks['disk space']).toMatch(/GB/)
  expect(Object.keys(checks)).toEqual(expect.arrayContaining(['database', 'audit trail', 'files', 'mail server', 'last rehearsal of a restore', 'certificate']))
  expect((await app.call(checkInstallation, {}, await makeStaff(app, 'recruiter'))).status).toBe(403)
})
