import { Agent, get, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertEmail } from '#server/mail/store.ts'
import { seal } from '#server/mail/sealed.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { stopListening } from './stop-listening.ts'

test('healthz reports that the process is up and readyz that it can work; both fail once it is about to stop', async () => {
  await using app = await startApp()
  app.outbox.start()
  expect(await app.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'up' } })
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })

  app.fastify.announceStop()
  const { status, body, headers } = await app.send('GET', '/readyz')
  expect([status, body, headers['retry-after']]).toEqual([503, { status: 'not ready', missing: ['stopping'] }, '2'])
  expect(await app.send('GET', '/healthz')).toMatchObject({ status: 503, body: { status: 'stopping' } })
  expect(await app.send('GET', '/api/open-roles')).toMatchObject({ status: 200, headers: { connection: 'close' } })
})

test('a stopping process refuses new connections, responds to requests on open ones, then closes them', async () => {
  await using app = await startApp()
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (own: Agent | false) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get(`${url}/api/open-roles`, { agent: own }, (said) => said.resume().on('end', () => resolve(said))).on('error', reject),
    )
  await ask(agent)

  app.fastify.announceStop()
  const stopped = stopListening(app.fastify.server, 30_000)
  await expect
    .poll(() =>
      ask(false).then(
        () => 'accepted',
        (error: NodeJS.ErrnoException) => error.code,
      ),
    )
    .toBe('ECONNREFUSED')
  const last = await ask(agent)
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close'])
  await stopped
})

test("a process isn't ready if its database is unavailable or has an older schema", async () => {
  await using app = await startApp()
  app.outbox.start()
  const { pool } = app.services.database
  await pool.query('delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)')
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 503, body: { missing: ['schema'] } })
  await pool.end()
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 503, body: { missing: ['database'] } })
  expect(await app.send('GET', '/healthz')).toMatchObject({ status: 200 })
})

test("simultaneous readyz probes share one check, and a file store that hangs isn't checked again until it responds", async () => {
  await using app = await startApp()
  app.outbox.start()
  const probe = () => app.send('GET', '/readyz')
  const answer = Promise.withResolvers<void>()
  const ping = app.services.files.ping.bind(app.services.files)
  let pings = 0
  app.services.files.ping = () => ((pings += 1), answer.promise.then(ping))
  const probes = await Promise.all(Array.from({ length: 50 }, probe))
  expect(new Set(probes.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(new Set(['[503,{"status":"not ready","missing":["files"]}]']))
  expect(await probe()).toMatchObject({ status: 503, body: { missing: ['files'] } })
  expect(pings).toBe(1)

  answer.resolve()
  for (const status of [200, 200]) expect(await probe()).toMatchObject({ status })
  expect(pings).toBeGreaterThan(1)
})

test('metrics are available only from this machine or with the token, and their labels never contain personal data', async () => {
  await using app = await startApp({ METRICS_TOKEN: 'a-token-for-prometheus' })
  const { ref_function_role_id } = await makeRole(app.db)
  await apply(app, ref_function_role_id, { first_name: 'Zanzibarius' })
  await app.send('GET', '/roles/zanzibarius?name=zanzibarius')
  const { status, body } = await app.send('GET', '/metrics')
  expect(status).toBe(200)
  const text = String(body)
  expect(text).toContain('rounds_done_total{deed="applications_submitted"} 1')
  expect(text).toMatch(/rounds_http_seconds_count\{method="POST",route="\/api\/user-session\/answers",status="200"\} 1/)
  expect(text).toContain('rounds_outbox_waiting 1')
  expect(text).toContain('rounds_pool_connections')
  expect(text).toMatch(/rounds_database_seconds_count\{operation="insert",failed="false"\} [1-9]/)
  expect(text.toLowerCase()).not.toContain('zanzibarius')

  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  expect((await app.send('GET', '/metrics', undefined, { headers: forwarded })).status).toBe(403)
  expect((await app.send('GET', '/metrics', undefined, { headers: { ...forwarded, authorization: 'Bearer wrong' } })).status).toBe(403)
  expect((await app.send('GET', '/metrics', undefined, { headers: { ...forwarded, authorization: 'Bearer a-token-for-prometheus' } })).status).toBe(200)
})

test('the age of the oldest pending email keeps growing while a mail server is down, despite retries, and the cause is counted', async () => {
  await using app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'careers@meridianhealth.example' })
  const email = { to_address: 'ada@example.org', subject: 'x', html: 'x', text: 'x' }
  await insertEmail(app.db, { ...email, purpose: 'notice' }, 'system')
  await insertEmail(app.db, { ...email, purpose: 'sign-in', text: seal(app.services.keys, '1'), html: 'x' }, 'staff')
  await app.db.execute(sql`update email_outbox set due_since = due_since - case purpose when 'sign-in' then interval '2 minutes' else interval '5 minutes' end`)
  for (let tries = 0; tries < 3; tries++) {
    await app.db.execute(sql`update email_outbox set send_after = now()`)
    await app.outbox.sendDue()
  }
  const text = String((await app.send('GET', '/metrics')).body)
  const valueOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  expect(valueOf('rounds_outbox_oldest_seconds')).toBeGreaterThanOrEqual(300)
  expect(valueOf('rounds_outbox_oldest_code_seconds')).toBeGreaterThanOrEqual(120)
  expect(valueOf('rounds_outbox_oldest_code_seconds')).toBeLessThan(300)
  expect(text).toContain('rounds_emails_deferred_total{purpose="notice",cause="unreachable"} 3')
  expect(text).toContain('rounds_emails_deferred_total{purpose="sign-in",cause="unreachable"} 3')
})
