import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const BITS_PER_SECOND = 400_000
/** In each direction. */
const LATENCY_MS = 100
const PACKET = 1_400

/** Opens a proxy to a port on this machine; all its connections share 400 kbit/s each way. */
export async function openSlowLine(port: number): Promise<{ url: string; close: () => void }> {
  const up = { free_at: 0 }
  const down = { free_at: 0 }
  const ends = new Set<Socket>()
  const server = createServer((client) => {
    const product = connect(port, '127.0.0.1')
    for (const end of [client, product]) {
      ends.add(end)
      end.on('error', () => [client, product].forEach((one) => one.destroy()))
      end.on('close', () => ends.delete(end))
    }
    forward(client, product, up)
    forward(product, client, down)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as { port: number }
  const close = () => {
    server.close()
    for (const end of ends) end.destroy()
  }
  return { url: `http://127.0.0.1:${own}`, close }
}

/** Sends packets one at a time, because timers alone don't keep them in order, and a response that's out of order never ends. */
function forward(from: Socket, to: Socket, line: { free_at: number }): void {
  let carried: Promise<void> = Promise.resolve()
  const inTurn = async (before: Promise<void>, due_at: number, act: () => void) => {
    await before
    await pause(Math.max(0, due_at - performance.now()))
    if (!to.destroyed) act()
  }
  const later = (act: () => void) => {
    carried = inTurn(carried, Math.max(line.free_at, performance.now()) + LATENCY_MS, act)
  }
  from.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += PACKET) {
      const packet = bytes.subarray(at, at + PACKET)
      line.free_at = Math.max(line.free_at, performance.now()) + (packet.length * 8 * 1000) / BITS_PER_SECOND
      later(() => to.write(packet))
    }
  })
  from.on('end', () => later(() => to.end()))
}
