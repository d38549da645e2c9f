import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { apply, formWith, type Applying } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor } from '#test/setup/app.ts'
import { GOOD } from '#test/uploading.ts'

const app = await startApp()
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const { port } = app.fastify.server.address() as AddressInfo
const role = await makeRoleId(app.db)

const MB = 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, ' ')
const cookiesOf = ({ cookies = {} }: Actor) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

type StalledUpload = { socket: Socket; said: () => string; sent: () => number; isClosed: () => boolean }

/** Sends all of a form except its end, as fast as the server reads, then stalls. */
function stall(path: string, cookie: string, { size = 9.9 * MB, user_session_id = 1 } = {}): StalledUpload {
  const { body } = formWith({ user_session_id: String(user_session_id) }, GOOD)
  const start = body.subarray(0, body.indexOf('%PDF'))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let said = ''
  let sent = 0
  let isClosed = false
  socket.on('data', (part) => (said += part.toString())).on('close', () => (isClosed = true))
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=rounds-test-boundary\r\n`)
  socket.write(`content-length: ${Math.ceil(size)}\r\n\r\n`)
  socket.write(start)
  const sendMore = () => {
    while (sent < size - 2 * CHUNK.length && !socket.destroyed) {
      sent += CHUNK.length
      if (!socket.write(CHUNK)) return void socket.once('drain', sendMore)
    }
  }
  sendMore()
  return { socket, said: () => said, sent: () => sent, isClosed: () => isClosed }
}

async function upload({ user_session_id, as }: Applying): Promise<number> {
  const { body, headers } = formWith({ user_session_id: String(user_session_id) }, GOOD)
  const to = `http://127.0.0.1:${port}/api/user-session/resume`
  const { status } = await fetch(to, { method: 'POST', body: new Uint8Array(body), headers: { ...headers, cookie: cookiesOf(as) } })
  return status
}

const memoryUsed = () => {
  globalThis.gc?.()
  return process.memoryUsage().rss
}

// Runs first in this file: the server only gradually notices that the clients of the next test have disconnected.
test('a client gets 64 MB of concurrent uploads, and an upload over 10 MB is rejected before it is read', async () => {
  const applying = await Promise.all(Array.from({ length: 8 }, () => apply(app, role)))
  const large = stall('/api/user-session/resume', cookiesOf(applying[7]!.as), { size: 11 * MB })
  await expect.poll(() => large.said().slice(0, 12)).toBe('HTTP/1.1 413')
  const seven = applying.slice(0, 7).map(({ as, user_session_id }) => stall('/api/user-session/resume', cookiesOf(as), { user_session_id }))
  // The kernel buffers most of a body, so the server determines which one comes last.
  await expect.poll(() => seven.filter((one) => one.said().startsWith('HTTP/1.1 429')).length).toBe(1)
  await expect.poll(() => seven.filter((one) => one.sent() > 9 * MB).length).toBeGreaterThanOrEqual(6)
  for (const { socket } of [...seven, large]) socket.destroy()
  await expect.poll(() => upload(applying[6]!)).toBe(201)
})

test('60 stalled uploads of 9.9 MB, with made-up cookies and a real one, use little memory, and an applicant can still upload', async () => {
  const [mine, honest] = [await apply(app, role, { email: 'mine@example.com' }), await apply(app, role)]
  const own = cookiesOf(await openOwnPage(app, 'mine@example.com'))
  const real = cookiesOf(mine.as)
  const paths = ['/api/user-session/resume', `/roles/${role}/resume`]
  const ownPaths = [`/api/candidate/applications/${mine.user_session_id}/resume`, `/application/${mine.user_session_id}/resume`]
  const before = memoryUsed()
  const invented = Array.from({ length: 30 }, (_, at) =>
    stall([...paths, ...ownPaths][at % 4]!, `application-${role}=${'x'.repeat(40)}${at}; own-page=${'y'.repeat(40)}${at}`),
  )
  const held = Array.from({ length: 30 }, (_, at) => (at % 2 ? stall(paths[(at >> 1) % 2]!, real, mine) : stall(ownPaths[(at >> 1) % 2]!, own)))
  await pause(1_500)
  expect(await upload(honest)).toBe(201)
  const grown = Math.round((memoryUsed() - before) / MB)
  expect(grown, `${grown} MB`).toBeLessThan(150)

  // The first is on disk in an unnamed file; the others haven't been read.
  expect(held.filter((one) => one.sent() > 9 * MB).length).toBeLessThanOrEqual(1)
  expect(await readdir(join(app.env.DATA_DIR, 'arriving'))).toEqual([])
  await expect.poll(() => invented.filter((one) => one.isClosed()).length).toBe(30)
  expect(new Set(invented.map((one) => one.said().slice(9, 12)))).toEqual(new Set(['403', '401', '303']))
  // The stalled upload is aborted, and the next one is read.
  await expect.poll(() => held.filter((one) => one.said().startsWith('HTTP/1.1 400')).length, { timeout: 30_000 }).toBeGreaterThan(0)
  for (const { socket } of held) socket.destroy()
  await expect.poll(() => upload(mine)).toBe(201)
})

test("the form on the candidate's page accepts a resume without JavaScript", async () => {
  const { user_session_id } = await apply(app, role, { email: 'plain.form@example.com' })
  const own = await openOwnPage(app, 'plain.form@example.com')
  const { body, headers } = formWith({ action: 'resume' }, GOOD)
  const { status, headers: said } = await app.send('POST', `/application/${user_session_id}/resume`, body, { ...own, headers })
  expect([status, said['location']]).toEqual([303, '/application?done=resume'])
})
