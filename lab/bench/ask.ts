import { Agent, request, type IncomingMessage } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** Makes a call over a keep-alive connection. Throws if it fails. */
export async function ask(url: string, body: unknown, cookie = ''): Promise<{ body: string; cookie: string }> {
  const sent = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)), cookie }
  const response = await openResponse(url, { method: 'POST', headers, sent })
  const parts: Buffer[] = []
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part)
  return { body: Buffer.concat(parts).toString(), cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
}

/** Makes a call as staff and returns the response body. */
export async function postAsStaff(url: string, token: string, body: unknown): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of (await openResponse(url, asStaff(token, body))) as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}

/**
 * Reads a response to the end and returns its size in bytes. Uses as little processor time as possible, because it shares the machine with the
 * server.
 */
export async function drain(url: string, token: string, body?: unknown): Promise<number> {
  const response = await openResponse(url, asStaff(token, body))
  return new Promise((resolve, reject) => {
    let bytes = 0
    response.on('data', (part: Buffer) => (bytes += part.length))
    response.on('end', () => resolve(bytes))
    response.on('error', reject)
  })
}

/** Waits only for the start of the response. */
export async function firstByte(url: string, token: string, body?: unknown): Promise<void> {
  const response = await openResponse(url, asStaff(token, body))
  await new Promise((resolve) => response.once('data', resolve))
  response.destroy()
}

function asStaff(token: string, body: unknown): RequestInput {
  const headers = { authorization: `Bearer ${token}` }
  if (body === undefined) return { method: 'GET', headers }
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, sent: JSON.stringify(body) }
}

type RequestInput = { method: string; headers: Record<string, string>; sent?: string }

function openResponse(url: string, { method, headers, sent }: RequestInput): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (response) => {
      if (response.statusCode! < 300) return resolve(response)
      response.resume()
      reject(new Error(`${method} ${url}: ${response.statusCode}`))
    })
    outgoing.on('error', reject)
    outgoing.end(sent)
  })
}
