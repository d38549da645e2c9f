import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import Fastify from 'fastify'

/**
 * Serves the floors from a separate process: bare Fastify sends the product's headers and bytes from memory, and bare node:http sends only the bytes
 * and their type. Prints both ports.
 */
const { FLOOR_URL = '', FLOOR_ENCODING = 'identity' } = process.env
/** Headers that Node and Fastify write themselves. */
const OWN = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

const upstream = request(FLOOR_URL, { headers: { 'accept-encoding': FLOOR_ENCODING } }).end()
const [answer] = (await once(upstream, 'response')) as [IncomingMessage]
const chunks: Buffer[] = []
for await (const chunk of answer) chunks.push(chunk as Buffer)
const bytes = Buffer.concat(chunks)
const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OWN.has(name)))
const type = answer.headers['content-type'] ?? 'text/plain'

const fastify = Fastify()
fastify.get('/*', (_request, reply) => void reply.headers(headers).send(bytes))
await fastify.listen({ port: 0, host: '127.0.0.1' })
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
  response.end(bytes)
}).listen(0, '127.0.0.1')
await once(server, 'listening')

const portOf = (address: ReturnType<typeof server.address>) => (typeof address === 'object' && address ? address.port : 0)
console.log(`${portOf(fastify.server.address())} ${portOf(server.address())} ${bytes.length}`)
