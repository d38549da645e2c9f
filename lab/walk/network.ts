import { createServer as createHttpServer, request, type IncomingMessage } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'

/** Lets a machine without a network reach package registries: forwards requests that arrive at `path`, a Unix socket, to the outside. */
export function startEgress(path: string): void {
  const proxy = createHttpServer((asked, response) => {
    const forwarded = request(asked.url!, { method: asked.method, headers: asked.headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    asked.pipe(forwarded)
  })
  proxy.on('connect', (asked: IncomingMessage, inside: Socket) => {
    const [host, port] = asked.url!.split(':')
    const outside = connect(Number(port), host, () => inside.write('HTTP/1.1 200 OK\r\n\r\n'))
    pipeSockets(inside, outside)
  })
  proxy.listen(path)
}

/** Exposes that socket as a proxy on this machine's own loopback. */
export function openEgress(path: string, port: number): void {
  createServer((inside) => pipeSockets(inside, connect(path))).listen(port, '127.0.0.1')
}

function pipeSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const)
    socket.on('error', () => peer.destroy())
}
