import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { stopListening } from './stop-listening.ts'

/** Requests a page on command, in its own thread; sets the flag once it's connected, and reports the response or the error code. */
const VISITOR = `
  const { parentPort, workerData: { port, flag } } = require('node:worker_threads')
  const { get } = require('node:http')
  parentPort.once('message', () => {
    const request = get({ port, host: '127.0.0.1', agent: false }, (response) => response.on('data', (text) => parentPort.postMessage(String(text))))
    request.on('error', ({ code }) => parentPort.postMessage(code))
    request.on('socket', (socket) => socket.on('connect', () => (Atomics.store(flag, 0, 1), Atomics.notify(flag, 0))))
  })
  parentPort.postMessage('here')`

test('a connection that arrives while the process is busy is served before it stops listening', async () => {
  const server = createServer((_request, reply) => reply.end('served')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const visitor = new Worker(VISITOR, { eval: true, workerData: { port: (server.address() as AddressInfo).port, flag } })
  await once(visitor, 'message')
  const answer = once(visitor, 'message')
  setImmediate(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    visitor.postMessage('go')
    // Blocks the event loop until the system has completed the connection.
    Atomics.wait(flag, 0, 0)
  })
  await stopListening(server, 5_000)
  expect(await answer).toEqual(['served'])
  await visitor.terminate()
})
