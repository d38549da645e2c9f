import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ask, openApplication, submit } from '#lab/faults/client.ts'
import { openStage } from '#lab/faults/stage.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { openTracing } from './open-tracing.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

const CANARY = 'zanzibarius'
const TRACE = '0af7651916cd43dd8448eb211c80319c'

/** Starts a collector that records what it receives: OTLP over HTTP with protobuf, where text is literal and trace IDs are bytes. */
async function openCollector() {
  const received: Buffer[] = []
  const paths = new Set<string>()
  const server = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']} ${String(request.headers['x-key'])}`)
    received.push(await buffer(request))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    all: () => Buffer.concat(received),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a collector gets a span per request, named after its route, with its statements and no personal data; log lines include the trace ID', async () => {
  await using collector = await openCollector()
  const stage = await openStage(kindOfRun(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=word',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_SERVICE_NAME: 'careers-of-meridian',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '1',
  })
  try {
    const product = await stage.start()
    const application = (await openApplication(product.url, stage.role, { email: `${CANARY}@example.com`, first_name: CANARY }))!
    expect((await submit(product.url, application)).status).toBe(200)
    await ask(`${product.url}/api/user-session/applicants_with_answers/${stage.role}?days_ago=30&identifiable=true&x=${CANARY}`, {
      token: stage.token,
      headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'user-agent': CANARY },
    })
    await ask(`${product.url}/api/${CANARY}`)
    await expect.poll(() => collector.all().includes(Buffer.from(TRACE, 'hex'))).toBe(true)
    // Stopping sends the remaining spans.
    expect(await product.stop()).toBe(0)

    const exported = collector.all()
    expect([...collector.paths]).toEqual(['POST /v1/traces application/x-protobuf word'])
    for (const words of ['careers-of-meridian', 'POST /api/user-session/answers', 'http.route', 'rounds.request_id', 'db.operation.name', 'insert'])
      expect(exported.includes(words), words).toBe(true)
    expect(exported.includes('GET /api/user-session/applicants_with_answers/:roleId')).toBe(true)
    for (const secret of [CANARY, stage.token, application.cookie.split('=')[1]!]) expect(exported.includes(secret), secret).toBe(false)

    const lines = product
      .output()
      .split('\n')
      .filter((line) => line.includes('"answered"'))
    expect(lines.find((line) => line.includes('applicants_with_answers'))).toContain(`"trace_id":"${TRACE}"`)
    const submitted = lines.find((line) => line.includes('/api/user-session/answers'))!
    const { trace_id } = JSON.parse(submitted) as { trace_id: string }
    expect(exported.includes(Buffer.from(trace_id, 'hex'))).toBe(true)
  } finally {
    await stage.close()
  }
})

test('an unavailable collector delays neither requests nor shutdown', async () => {
  const stage = await openStage(kindOfRun(), { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '100' })
  try {
    const product = await stage.start()
    for (let at = 0; at < 20; at++) expect((await ask(`${product.url}/api/open-roles`)).status).toBe(200)
    expect(await elapsedIn(async () => expect(await product.stop()).toBe(0))).toBeLessThan(9_000)
  } finally {
    await stage.close()
  }
})

test('no traces are sent unless the standard variables enable them', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  for (const variables of [{}, { ...endpoint, OTEL_SDK_DISABLED: 'true' }, { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }])
    expect(await openTracing(variables)).toBeNull()
})
