import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ARENAS, COMPILE_CACHE, NODE_FLAGS } from '../../scripts/node-flags.mjs'

/** Changes the clock of any program started with it in LD_PRELOAD (Debian: libfaketime). */
export const CLOCK_LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

export type Product = {
  url: string
  process: ChildProcess
  /** The output so far, from both streams. */
  output: () => string
  kill: () => Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop: () => Promise<number | null>
  ended: Promise<number | null>
}

/**
 * Finds a port for a program that's about to start. It's below 32768, where another test's outgoing connections can't take it in between, as they can
 * with ports that the system chooses.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(randomInt(15_000, 32_000), '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await freePort()
  }
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

type How = {
  nodeFlags?: string[]
  /** A command that starts Node, such as prlimit. */
  command?: string[]
  /** Whether to leave its output unread. */
  muted?: boolean
  stdout?: 'pipe' | number
}

/** Starts one process of the built product, as `npm start` does, and waits until it's ready. */
export async function startProduct(settings: Record<string, string>, how: How = {}): Promise<Product> {
  const { nodeFlags = [], command = [], muted = false, stdout = 'pipe' } = how
  const port = settings['PORT'] ?? String(await freePort())
  const [program, ...words] = [...command, process.execPath, ...NODE_FLAGS, ...nodeFlags, 'src/server/main.ts']
  const child = spawn(program!, words, {
    stdio: ['ignore', stdout, 'pipe'],
    // The test runner sets its own BASE_URL.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...ARENAS,
      BASE_URL: '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      LIMITS_SCALE: '100000',
      PORT: port,
      ...settings,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    if (stream && !(muted && stream === child.stdout)) stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000_000)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 120_000; ; await pause(50)) {
    if (await answers(`${url}/readyz`)) break
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The product did not start: ${said.slice(-2000)}`)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { url, process: child, output: () => said, ended, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

/** Returns resident memory in MB; with `peak`, its highest value. */
export function memoryOf(pid: number, { peak = false } = {}): number {
  const field = peak ? /^VmHWM:\s+(\d+)/m : /^VmRSS:\s+(\d+)/m
  return Math.round(Number(field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}
