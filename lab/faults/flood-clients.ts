import { connect, type Socket } from 'node:net'

/** A separate process that sends one flood and reports the responses. */
export type FloodOrder = { port: number; role: number; requests: number; seed: number }
export type Flood = { asked: number; seconds: number; statuses: Record<string, number>; unanswered: number }

const CONNECTIONS = 32
const WAIT_MS = 2_000
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'BREW']
const HEADERS = [
  'accept-encoding',
  'if-none-match',
  'range',
  'cookie',
  'authorization',
  'accept',
  'accept-language',
  'x-forwarded-for',
  'origin',
  'referer',
  'traceparent',
  'x-anything',
]
const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/csp-report', 'nonsense']
const CHARACTERS = 'abcXYZ0123456789%/?#&=;:.,-_~"\'<>{}[]\\ é'

type Random = { below: (most: number) => number; of: <T>(list: readonly T[]) => T }

process.on('message', async (order: FloodOrder) => {
  const began = performance.now()
  const random = randomFrom(order.seed)
  const flood: Flood = { asked: 0, seconds: 0, statuses: {}, unanswered: 0 }
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendAll(order, random, flood)))
  flood.seconds = (performance.now() - began) / 1000
  process.send!(flood)
})

/** Mulberry32, so runs can be repeated from their seed. */
function randomFrom(seed: number): Random {
  let state = seed
  const below = (most: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
  return { below, of: (list) => list[below(list.length)]! }
}

async function sendAll({ port, role, requests }: FloodOrder, random: Random, flood: Flood): Promise<void> {
  let socket: Socket | null = null
  while (flood.asked < requests) {
    flood.asked++
    if (!socket || socket.destroyed || !socket.writable) socket = connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {})
    const status = await exchange(socket, requestOf(random, role, port))
    if (status === null) {
      flood.unanswered++
      socket.destroy()
    } else flood.statuses[status] = (flood.statuses[status] ?? 0) + 1
  }
}

/** Returns the next response's status, or null if there was none in time. Discards the rest of the response. */
function exchange(socket: Socket, bytes: string): Promise<string | null> {
  return new Promise((resolve) => {
    let head = ''
    let taken = 0
    let end: NodeJS.Timeout
    const finish = (status: string | null) => {
      clearTimeout(end)
      socket.off('data', take).off('close', gone)
      resolve(status)
    }
    const take = (part: Buffer) => {
      taken += part.length
      if (head.length < 8_000) head += part.toString('latin1', 0, 8_000)
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
      if (!status || !head.includes('\r\n\r\n')) return
      const length = bytes.startsWith('HEAD') ? null : lengthOf(head)
      if (length !== null && taken < length) return
      if (length === null || taken > length) socket.destroy()
      finish(status)
    }
    const gone = () => finish(null)
    end = setTimeout(() => finish(null), WAIT_MS)
    socket.on('data', take).once('close', gone)
    socket.write(bytes, 'latin1')
  })
}

/** Returns the whole response's length, according to its headers; null if it ends when the connection is closed. */
function lengthOf(head: string): number | null {
  const end = head.indexOf('\r\n\r\n') + 4
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return length === undefined || /\r\nconnection: close/i.test(head) ? null : end + Number(length)
}

function requestOf(random: Random, role: number, port: number): string {
  const lines = [`${random.of(METHODS)} ${pathOf(random, role)} HTTP/1.1`, `host: 127.0.0.1:${port}`]
  for (let at = random.below(12); at > 0; at--) lines.push(`${random.of(HEADERS)}: ${textOf(random, random.below(300)).replaceAll(/[^\x20-\x7e]/g, 'x')}`)
  if (random.below(50) === 0) for (let at = 0; at < 150; at++) lines.push(`x-${at}: y`)
  const body = random.below(4) === 0 ? bodyOf(random) : ''
  if (body) lines.push(`content-type: ${random.of(TYPES)}`, `content-length: ${body.length}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function pathOf(random: Random, role: number): string {
  const known = [
    '/',
    '/how-we-hire',
    `/roles/${role}`,
    `/roles/${role}/apply`,
    `/roles/${role}/og.png`,
    `/roles/${random.below(2 ** 31)}`,
    '/api/open-roles',
    '/sitemap.xml',
    '/jobs.rss',
    '/admin/login',
    '/api/user-session',
    '/api/auth/send-code',
    '/api/vitals',
    '/api/csp-reports',
    '/assets/x.js',
    `/api/${textOf(random, 8)}`,
  ]
  const path = random.of(known)
  const encodedPath = [...path].map((sign) => (sign !== '/' && random.below(4) === 0 ? `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : sign)).join('')
  const tail = random.of(['', '', `?${textOf(random, random.below(200))}`, `#${random.below(2 ** 31)}`, '/', '//', `/%${textOf(random, 2)}`])
  return (encodedPath + tail).replaceAll(/[^\x21-\x7e]/g, '+')
}

function bodyOf(random: Random): string {
  const text = textOf(random, random.below(random.below(20) === 0 ? 300_000 : 2_000)).replaceAll(/[^\x20-\x7e]/g, 'x')
  return random.of([
    text,
    JSON.stringify({ email: text, ref_function_role_id: random.below(10), device_info: text }),
    `{"a":${'['.repeat(random.below(2_000))}`,
    `--x\r\ncontent-disposition: form-data; name="resume"; filename="a"\r\n\r\n${text}`,
  ])
}

function textOf(random: Random, length: number): string {
  const piece = Array.from({ length: Math.min(length, 40) }, () => CHARACTERS[random.below(CHARACTERS.length)]).join('')
  return piece === '' ? '' : piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}
