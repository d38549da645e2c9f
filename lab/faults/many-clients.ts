import { connect, type Socket } from 'node:net'
import { percentile } from './fault.ts'

/**
 * A separate process for thousands of clients, because file descriptors are limited per process. It runs its parent's commands and answers each with
 * one message.
 */
export type Order = { port: number; hold: number } | { port: number; burst: number; path: string }
export type Burst = { statuses: Record<number, number>; broken: number; refusedMs: number; admittedMs: number }

const held: Socket[] = []

process.on('message', async (order: Order) => {
  const answer = 'hold' in order ? await hold(order.port, order.hold) : await burst(order.port, order.burst, order.path)
  process.send!(answer)
})

/** Opens connections that go idle after one complete request. (A connection without one would be closed, like those with slow headers.) */
async function hold(port: number, count: number): Promise<number> {
  while (held.length < count) {
    const wave = Array.from({ length: Math.min(250, count - held.length) }, () => dial(port, '/healthz', 'keep-alive'))
    for (const { socket, answered } of wave) {
      held.push(socket)
      await answered
    }
  }
  return held.filter((socket) => !socket.destroyed).length
}

async function burst(port: number, count: number, path: string): Promise<Burst> {
  const seen = await Promise.all(
    Array.from({ length: count }, async () => {
      const began = performance.now()
      return { status: await dial(port, path, 'close').answered, ms: performance.now() - began }
    }),
  )
  const statuses: Burst['statuses'] = {}
  for (const { status } of seen) if (status > 0) statuses[status] = (statuses[status] ?? 0) + 1
  const of = (status: number) => seen.filter((one) => one.status === status).map((one) => one.ms)
  return { statuses, broken: of(0).length, refusedMs: percentile(of(503), 0.5), admittedMs: percentile(of(200), 0.99) }
}

/** Makes a request on a connection of its own; `answered` is the status, or 0 without a response. */
function dial(port: number, path: string, connection: 'keep-alive' | 'close'): { socket: Socket; answered: Promise<number> } {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`)
  const answered = new Promise<number>((resolve) => {
    socket.once('data', (head) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(head.toString('latin1', 0, 20))?.[1] ?? 0)))
    socket.once('close', () => resolve(0))
  })
  return { socket, answered }
}
