import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the model server, as received. */
export type ReceivedRequest = { body: string; system: string; user: string; feedback: { feedback_id: number; answer: string }[] }
/** How it responds: with a completion (plus this many spaces after its JSON), or with a kind of failure. */
export type Reply = string | { status: number; location?: string } | { raw: string } | 'hang' | 'half a body' | 'reset' | { padding: number; text: string }

/** Starts a stand-in for an OpenAI-compatible server, on a real socket, that responds as the test specifies. */
export async function openStandInModel(reply: (request: ReceivedRequest, count: number) => Reply | Promise<Reply>) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    requests.push(parseRequest(await bodyOf(request)))
    const last = requests.at(-1)
    if (last) send(response, await reply(last, requests.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function parseRequest(body: string): ReceivedRequest {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
  const contentOf = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
  const user = contentOf('user')
  const block = user.slice(user.indexOf('\n') + 1, user.indexOf('\n</feedback_data>'))
  return { body, system: contentOf('system'), user, feedback: JSON.parse(block).feedback }
}

function send(response: ServerResponse, reply: Reply) {
  if (reply === 'hang') return
  if (reply === 'reset') return response.socket?.resetAndDestroy()
  if (reply === 'half a body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 })
    return response.write('{"choices":[{"message":{"content":"', () => response.socket?.destroy())
  }
  if (typeof reply === 'object' && 'status' in reply) {
    return response.writeHead(reply.status, reply.location ? { location: reply.location } : {}).end('{"error":{"message":"no"}}')
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  if (typeof reply === 'object' && 'padding' in reply) {
    return response.end(completion(reply.text) + ' '.repeat(reply.padding))
  }
  return response.end(typeof reply === 'string' ? completion(reply) : reply.raw)
}

function completion(content: string): string {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }]
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  return JSON.stringify({ id: 'stand-in', object: 'chat.completion', created: 0, model: 'stand-in', choices, usage })
}
