import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { call, isCallFailure, watchCalls, withToken } from './call.ts'

const LIST = { method: 'GET', path: '/things/{id}' } as never
let stop = () => {}
const realFetch = globalThis.fetch
afterEach(() => {
  stop()
  globalThis.fetch = realFetch
  withToken(() => null)
})

/** A local server; paths resolve against it as they would on a page. */
async function serve(answer: RequestListener): Promise<void> {
  const server = createServer(answer).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  globalThis.fetch = (path, how) => realFetch(`http://localhost:${port}${String(path)}`, how)
  stop = () => void server.close().closeAllConnections()
}

const ask = (input: object, how?: object) => call(LIST, input as never, how) as Promise<unknown>

test('a call uses its path and query, and sends the token', async () => {
  await serve((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url: request.url, token: request.headers.authorization }))
  })
  withToken(() => 'secret')
  expect(await ask({ id: 7, days: 30, none: undefined })).toEqual({ url: '/things/7?days=30', token: 'Bearer secret' })
})

test("a call sends its host's cookies, and waits up to a minute for a response", async () => {
  vi.useFakeTimers()
  const asked: RequestInit[] = []
  globalThis.fetch = (_, how) =>
    new Promise((_resolve, reject) => (asked.push(how!), how!.signal!.addEventListener('abort', () => reject(how!.signal!.reason))))
  const failure = ask({ id: 1 }, { retries: 0 }).catch((reason: unknown) => reason)
  expect(asked[0]!.credentials).toBe('include')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(asked[0]!.signal!.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked[0]!.signal!.aborted).toBe(true)
  expect(await failure).toMatchObject({ message: 'No response from server. Please check your connection and try again.' })
  vi.useRealTimers()
})

test('a file can take longer than a minute while some of it keeps arriving, and fails after a minute without any', async () => {
  vi.useFakeTimers()
  // Imitates the browser's own limit, which fake timers don't reach.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const control = new AbortController()
    setTimeout(() => control.abort(new DOMException('Timed out', 'TimeoutError')), ms)
    return control.signal
  })
  const download = (pieces: number) => {
    const received: number[] = []
    globalThis.fetch = (_, how) => Promise.resolve(new Response(slowFile(pieces, how!.signal!), { headers: { 'content-type': 'text/csv' } }))
    const file = ask({ id: 1 }, { onBytes: (bytes: number) => received.push(bytes) }) as Promise<Blob>
    return { received, size: file.then(({ size }) => size).catch((reason: Error) => reason.message) }
  }
  const whole = download(4)
  await vi.advanceTimersByTimeAsync(4 * 50_000)
  expect([await whole.size, whole.received]).toEqual([40, [10, 20, 30, 40]])
  const stalled = download(Infinity)
  await vi.advanceTimersByTimeAsync(3 * 50_000 + 60_000)
  expect([await stalled.size, stalled.received]).toEqual(['The server took too long to respond.', [10, 20, 30]])
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Ten bytes every 50 seconds; an endless one stops sending after the third. */
function slowFile(pieces: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(control) {
      signal.addEventListener('abort', () => control.error(signal.reason))
      for (let piece = 1; piece <= Math.min(pieces, 3 + Number(pieces === 4)); piece++)
        setTimeout(() => {
          if (signal.aborted) return
          control.enqueue(new Uint8Array(10))
          if (piece === pieces) control.close()
        }, piece * 50_000)
    },
  })
}

test("an error is thrown immediately, with the server's message or the status", async () => {
  let asked = 0
  await serve((request, response) => {
    asked++
    response.statusCode = 500
    if (request.url === '/things/1') response.setHeader('content-type', 'application/json')
    response.end('{"detail":"Not today."}')
  })
  await expect(ask({ id: 1 })).rejects.toThrow('Not today.')
  await expect(ask({ id: 2 })).rejects.toThrow('Server error: 500')
  expect(asked).toBe(2)
})

test('an unavailable server is retried three more times, with growing delays', async () => {
  const times: number[] = []
  await serve((_request, response) => {
    times.push(performance.now())
    response.statusCode = 503
    response.end()
  })
  const tries: string[] = []
  const failure: unknown = await ask({ id: 1 }, { onRetry: (attempt: number, of: number) => tries.push(`${attempt} of ${of}`) }).catch(
    (reason: unknown) => reason,
  )
  expect(isCallFailure(failure) && failure.message).toBe('API call failed after 3 retries: Server error: 503')
  expect(tries).toEqual(['2 of 4', '3 of 4', '4 of 4'])
  expect(times[3]! - times[0]!).toBeGreaterThan(4700)
})

test('a response without content returns nothing', async () => {
  await serve((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end()
  })
  await expect(ask({ id: 1 })).rejects.toThrow('Invalid response format from server')
})

test('when no response arrives, the error says so', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))
  await expect(ask({ id: 1 }, { retries: 0 })).rejects.toThrow('No response from server. Please check your connection and try again.')
})

test("a call isn't considered slow while a person confirms their identity", async () => {
  const order: string[] = []
  watchCalls(() => ({ signal: new AbortController().signal, onTry: () => order.push('try'), end: () => order.push('end') }))
  let asked = 0
  await serve((_, response) => {
    response.statusCode = asked++ === 0 ? 403 : 200
    response.setHeader('content-type', 'application/json')
    response.end('{"detail":"Confirm that it is you."}')
  })
  withToken(
    () => 'secret',
    undefined,
    () => Promise.resolve(order.push('prove') > 0),
  )
  await ask({ id: 1 })
  expect(order).toEqual(['try', 'end', 'prove', 'try', 'end'])
})
