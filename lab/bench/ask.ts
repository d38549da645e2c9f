import { Agent, request, type IncomingMessage } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** One call on a keep-alive connection. Throws when it's rejected. */
export async function ask(url: string, body: unknown, cookie = ''): Promise<{ body: string; cookie: string }> {
  const sent = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)), cookie }
  const response = await answerTo(url, { method: 'POST', headers, sent })
  const parts: Buffer[] = []
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part)
  return { body: Buffer.concat(parts).toString(), cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
}

/** Reads a response to its end and returns its bytes; as cheap a client as possible, because it shares the machine. */
export async function drain(url: string, token: string): Promise<number> {
  const response = await answerTo(url, { method: 'GET', headers: { authorization: `Bearer ${token}` } })
  return new Promise((resolve, reject) => {
    let bytes = 0
    response.on('data', (part: Buffer) => (bytes += part.length))
    response.on('end', () => resolve(bytes))
    response.on('error', reject)
  })
}

function answerTo(url: string, { method, headers, sent }: { method: string; headers: Record<string, string>; sent?: string }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      if (response.statusCode! < 300) return resolve(response)
      response.resume()
      reject(new Error(`${method} ${url}: ${response.statusCode}`))
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}
