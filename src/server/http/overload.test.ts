import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { handleErrors } from './errors.ts'
import { shedLoad } from './overload.ts'
import { limitReports } from './reports.ts'

const REPORT = { config: { endpoint: { report: true } as Endpoint } }
const JSON_TYPE = { 'content-type': 'application/json' }

async function listening(app: TestApp): Promise<{ url: string; port: number }> {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

/** Opens an app that sheds load, with a route that responds on command. */
async function openBusy() {
  const app = Fastify({ trustProxy: true })
  handleErrors(app as never)
  shedLoad(app as never, new Registry())
  const ends: (() => void)[] = []
  app.get('/slow', () => new Promise<string>((resolve) => ends.push(() => resolve('done'))))
  app.get('/', async () => 'home')
  app.get('/large', async () => Buffer.alloc(20_000_000))
  app.get('/healthz', async () => 'up')
  app.post('/form', async () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const dial = () => connect(port, '127.0.0.1').on('error', () => {})
  return { app, ends, dial, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => app.close() }
}

test("a request over one process's limit is rejected immediately, and the process stays responsive", async () => {
  await using busy = await openBusy()
  const asked = Array.from({ length: 250 }, () => busy.app.inject('/slow'))
  await expect.poll(() => busy.ends.length).toBe(250)
  const waits: number[] = []
  let rejected = await fetch(busy.url)
  for (let at = 0; at < 10; at++) {
    const began = performance.now()
    rejected = await fetch(busy.url)
    waits.push(performance.now() - began)
  }
  // Check only the fastest, so a machine busy with other tests doesn't fail this one.
  expect(Math.min(...waits)).toBeLessThan(100)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await fetch(`${busy.url}/healthz`)).status).toBe(200)

  for (const end of busy.ends) end()
  await Promise.all(asked)
  expect((await fetch(busy.url)).status).toBe(200)
})

/** Starts sending a body for each of these clients and never finishes; `turnedAway` returns how many were rejected immediately. */
function sendHalf(busy: Awaited<ReturnType<typeof openBusy>>, clients: string[]) {
  let turnedAway = 0
  let arrived = 0
  busy.app.server.on('request', () => arrived++)
  const sockets = clients.map((client) => {
    const socket = busy.dial().on('data', (part) => (turnedAway += Number(part.toString().startsWith('HTTP/1.1 503'))))
    socket.write(`POST /form HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`)
    return socket
  })
  return { arrived: () => arrived, turnedAway: () => turnedAway, [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) }
}

test("300 unfinished uploads from four clients don't use up slots: pages are served while they're all open", async () => {
  await using busy = await openBusy()
  using half = sendHalf(
    busy,
    Array.from({ length: 300 }, (_, at) => `192.0.2.${at % 4}`),
  )
  await expect.poll(half.arrived).toBe(300)
  expect([(await fetch(busy.url)).status, half.turnedAway()]).toEqual([200, 0])
})

test('all addresses of one IPv6 customer share a limit of 100 half-sent bodies', async () => {
  await using busy = await openBusy()
  using half = sendHalf(
    busy,
    Array.from({ length: 120 }, (_, at) => `2001:db8:0:7::${at.toString(16)}`),
  )
  await expect.poll(half.turnedAway).toBe(20)
})

test("half-sent bodies don't block anyone: public pages are still served, and one client can have at most 100 of them", async () => {
  await using app = await startApp()
  const { url, port } = await listening(app)
  const head = 'POST /api/user-session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
  const said: string[] = []
  const slow = Array.from({ length: 260 }, () =>
    connect(port, '127.0.0.1', function (this: Socket) {
      this.write(head)
    })
      .on('error', () => {})
      .on('data', (part) => said.push(part.toString())),
  )
  // On a busy machine, accepted bodies may time out before the last one is rejected; those get a 408.
  const turnedAway = () => said.filter((one) => one.startsWith('HTTP/1.1 503') && one.includes('connection: close'))
  await expect.poll(() => turnedAway().length).toBe(160)
  for (const path of ['/', '/how-we-hire', '/api/open-roles']) expect((await fetch(url + path)).status, path).toBe(200)

  for (const socket of slow) socket.destroy()
  await expect.poll(async () => (await fetch(`${url}/api/vitals`, { method: 'POST', body: '{}', headers: JSON_TYPE })).status).toBe(422)
})

test("a report that no one is waiting for isn't generated and doesn't hold a place in the queue", async () => {
  const app = Fastify()
  limitReports(app as never, 1)
  const ends: (() => void)[] = []
  app.get('/api/applicants/export.csv', REPORT, () => new Promise<string>((resolve) => ends.push(() => resolve('done'))))
  await app.listen({ port: 0, host: '127.0.0.1' })
  let arrived = 0
  app.server.on('request', () => arrived++)
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const { port } = app.server.address() as AddressInfo
  const ask = () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .setEncoding('latin1')
  const request = 'GET /api/applicants/export.csv HTTP/1.1\r\nhost: x\r\n\r\n'
  const first = ask()
  first.write(request)
  await expect.poll(() => ends.length).toBe(1)

  const gone = Array.from({ length: 20 }, ask)
  for (const socket of gone) socket.write(request)
  await expect.poll(() => arrived).toBe(21)
  for (const socket of gone) socket.resetAndDestroy()
  await expect.poll(connections).toBe(1)
  const last = ask()
  last.write(request)
  ends[0]!()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]!()
  expect((await once(last, 'data'))[0]).toContain('done')
  expect(ends).toHaveLength(2)
  first.destroy()
  last.destroy()
  await app.close()
})

test("under load, a client that doesn't read its response is disconnected, even if it keeps sending; slow readers aren't", async () => {
  await using busy = await openBusy()
  const { app, ends } = busy
  const reader = () => {
    const socket = busy.dial()
    socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    return socket
  }
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const lazy = reader().pause()
  const noisy = reader().pause()
  const noise = setInterval(() => noisy.write('\r\n'), 500)
  await pause(9_000)
  expect(await connections()).toBe(2)

  const crowd = Array.from({ length: 130 }, () => app.inject('/slow'))
  let taken = 0
  const slow = reader().pause()
  const sips = setInterval(() => (taken += (slow.read() as Buffer | null)?.length ?? 0), 10)
  await expect.poll(connections).toBe(1)
  await expect.poll(() => taken).toBeGreaterThan(19_000_000)
  clearInterval(sips)
  clearInterval(noise)
  for (const end of ends) end()
  await Promise.all(crowd)
  lazy.destroy()
  noisy.destroy()
  slow.destroy()
})

test('a few reports run at once, some wait, the rest are rejected, and other requests are unaffected', async () => {
  const app = Fastify()
  handleErrors(app as never)
  limitReports(app as never, 1)
  const ends: (() => void)[] = []
  app.get('/api/applicants/export.csv', REPORT, () => new Promise<string>((resolve) => ends.push(() => resolve('done'))))
  app.get('/', async () => 'home')
  const report = () => app.inject('/api/applicants/export.csv')
  const asked = Array.from({ length: 22 }, report)
  await expect.poll(() => ends.length).toBe(1)
  expect((await asked.at(-1)!).statusCode).toBe(503)
  expect((await app.inject('/')).body).toBe('home')

  for (let done = 0; done < 21; done++) {
    await expect.poll(() => ends.length).toBe(done + 1)
    ends[done]!()
  }
  const codes = (await Promise.all(asked)).map((one) => one.statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(21)
  await app.close()
})
