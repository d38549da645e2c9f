import { createServer } from 'node:http'
import { once } from 'node:events'

/** The floor: bare node:http sending the same bytes from memory, in a separate process. Prints its port. */
const { FLOOR_URL = '' } = process.env
const answer = await fetch(FLOOR_URL, { headers: { 'accept-encoding': 'identity' } })
const body = Buffer.from(await answer.arrayBuffer())
const size = Number(process.env['FLOOR_BYTES'] ?? body.length)
const bytes = Buffer.alloc(size, body)
const type = answer.headers.get('content-type') ?? 'text/plain'
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
  response.end(bytes)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
console.log(typeof address === 'object' && address ? address.port : 0)
