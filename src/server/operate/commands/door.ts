import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { shortFolder } from '#server/db/embedded/short-folder.ts'
import { carryOut, findCommand } from './command-table.ts'
import type { Operator } from './operator.ts'

const FOLDER = 'operator'
const NAME = 'door'

type Asked = { words: string[]; cwd: string }
type Told = { say?: string; warn?: string; code?: number }

/**
 * The embedded database has one process. So that the operator's commands also work while it runs, that process carries them out on request:
 * through a unix socket inside the data folder, which only this user may enter.
 */
export async function openDoor(lent: Omit<Operator, 'cwd' | 'say' | 'warn'>): Promise<{ close: () => void }> {
  const folder = join(lent.env.DATA_DIR, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const short = shortcutTo(folder)
  rmSync(join(folder, NAME), { force: true })
  const server = createServer((socket) => void serve(socket, lent).catch(() => socket.destroy()))
  server.on('error', (fault) => lent.log.warn({ code: (fault as { code?: string }).code }, 'the door for operators is closed'))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(join(short.path, NAME), resolve))
  server.unref()
  return {
    close() {
      server.close()
      rmSync(join(folder, NAME), { force: true })
      short.remove()
    },
  }
}

async function serve(socket: Socket, lent: Omit<Operator, 'cwd' | 'say' | 'warn'>): Promise<void> {
  socket.on('error', () => {})
  const tell = (told: Told) => void socket.write(`${JSON.stringify(told)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const { words, cwd } = JSON.parse(line) as Asked
    const found = findCommand(words)
    const operator: Operator = { ...lent, cwd, say: (text) => tell({ say: text }), warn: (text) => tell({ warn: text }) }
    const code = found?.command.whileRunning ? await carryOut(found, operator) : 1
    tell({ code })
    break
  }
  socket.end()
}

/** Asks the process that holds the data folder. Null: nobody is behind the door. */
export async function askRunning(dataDir: string, asked: Asked, tell: { say: (line: string) => void; warn: (line: string) => void }): Promise<number | null> {
  const folder = join(dataDir, FOLDER)
  if (!existsSync(join(folder, NAME))) return null
  const short = shortcutTo(folder)
  try {
    const socket = await connected(join(short.path, NAME))
    if (!socket) return null
    socket.write(`${JSON.stringify(asked)}\n`)
    for await (const line of createInterface({ input: socket })) {
      const told = JSON.parse(line) as Told
      if (told.say !== undefined) tell.say(told.say)
      if (told.warn !== undefined) tell.warn(told.warn)
      if (told.code !== undefined) return told.code
    }
    tell.warn('The running process ended before the command was done.')
    return 1
  } finally {
    short.remove()
  }
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.on('error', () => resolve(null))
  })
}

/** A data folder may lie deeper than a socket path may be long. */
function shortcutTo(folder: string) {
  const short = shortFolder()
  symlinkSync(folder, join(short, 'd'))
  return { path: join(short, 'd'), remove: () => rmSync(short, { recursive: true, force: true }) }
}
