import { connect } from 'node:net'

export type Load = { requests: number; seconds: number; p50_ms: number; p95_ms: number; p99_ms: number }

/**
 * Requests one path over `connections` keep-alive sockets for `seconds`; each socket waits for a response before its next request. Parses only a
 * response's length, so the client takes little processor time compared to the server. Every response must be as long as the first.
 */
export async function load(url: string, { connections = 16, seconds = 3, encoding = 'br' } = {}): Promise<Load> {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: ${encoding}\r\n\r\n`
  const until = performance.now() + seconds * 1000
  const took: number[] = []
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, () => requestContinuously(Number(port), hostname, { request, until, took })))
  const elapsed = (performance.now() - started) / 1000
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { requests: took.length, seconds: elapsed, p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
}

type Work = { request: string; until: number; took: number[] }

function requestContinuously(port: number, host: string, { request, until, took }: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true })
    let expected = 0
    let seen = 0
    let asked = 0
    let head = ''
    const ask = () => {
      asked = performance.now()
      seen = 0
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (bytes) => {
      seen += bytes.length
      if (expected === 0) {
        head += bytes.toString('latin1')
        expected = lengthOf(head)
      }
      if (expected === 0 || seen < expected) return
      const now = performance.now()
      took.push(now - asked)
      if (now < until) ask()
      else socket.destroy()
    })
  })
}

/** Returns the whole response's length, according to its headers; 0 until they're complete. */
function lengthOf(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return 0
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(text.slice(0, 40))
  return end + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
}
