import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { shortcutTo } from '#server/db/embedded/short-folder.ts'
import { runCommand, findCommand } from './command-table.ts'
import type { Output } from '#server/operate/backup/output.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import type { Operator } from './operator.ts'

const FOLDER = 'operator'
const NAME = 'door'

type CommandRequest = { words: string[]; cwd: string; text?: string | undefined }
type Message = { say?: string; warn?: string; bytes?: string; finish?: true; code?: number }
type CommandResult = { failed?: string }
type LentServices = Omit<Operator, 'cwd' | 'output' | 'input' | 'text' | 'say' | 'warn'>

/**
 * The embedded database belongs to one process. To let the operator's commands work while it runs, that process executes them on request through a
 * Unix socket in the data folder, which only this user can access.
 */
export async function openCommandSocket(lent: LentServices): Promise<{ close: () => void }> {
  const folder = join(lent.env.DATA_DIR, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const shortcut = await shortcutTo(folder)
  rmSync(join(folder, NAME), { force: true })
  const server = createServer((socket) => void serve(socket, lent).catch(() => socket.destroy()))
  server.on('error', (error) => lent.log.warn({ code: (error as { code?: string }).code }, 'the command socket failed'))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(join(shortcut.path, NAME), resolve))
  server.unref()
  return {
    close() {
      server.close()
      rmSync(join(folder, NAME), { force: true })
      shortcut.remove()
    },
  }
}

async function serve(socket: Socket, lent: LentServices): Promise<void> {
  socket.on('error', () => {})
  const send = async (message: Message) => {
    if (!socket.write(`${JSON.stringify(message)}\n`)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    if (socket.destroyed) throw new Error('The command line disconnected.')
  }
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string | undefined
  const line = await next()
  if (!line) return
  const { words, cwd, text } = JSON.parse(line) as CommandRequest
  const found = findCommand(words)
  const output = found?.command.prepare ? outputFor(send, next) : null
  const say = (text: string) => void send({ say: text }).catch(() => {})
  const warn = (text: string) => void send({ warn: text }).catch(() => {})
  const code = found?.command.whileRunning ? await runCommand(found, { ...lent, cwd, output, input: null, text: text ?? null, say, warn }) : 1
  await send({ code })
  socket.end()
}

/** Writes to a file that the command line opened in a folder this process can't write to. */
function outputFor(send: (message: Message) => Promise<void>, next: () => Promise<string | undefined>): Output {
  return {
    write: (bytes) => send({ bytes: bytes.toString('base64') }),
    async finish() {
      await send({ finish: true })
      const { failed } = JSON.parse((await next()) ?? '{"failed":"The command line disconnected."}') as CommandResult
      if (failed) throw new Error(failed)
    },
    abandon: async () => {},
  }
}

type CommandOutput = { say: (line: string) => void; warn: (line: string) => void; output?: Output | undefined }

/** Sends the command to the process that holds the data folder. Returns null if no process responds. */
export async function sendToRunning(dataDir: string, request: CommandRequest, voice: CommandOutput): Promise<number | null> {
  const folder = join(dataDir, FOLDER)
  if (!existsSync(join(folder, NAME))) return null
  const shortcut = await shortcutTo(folder)
  try {
    const socket = await connected(join(shortcut.path, NAME))
    if (!socket) return null
    socket.write(`${JSON.stringify(request)}\n`)
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line) as Message
      if (message.say !== undefined) voice.say(message.say)
      if (message.warn !== undefined) voice.warn(message.warn)
      if (message.bytes !== undefined) await voice.output!.write(Buffer.from(message.bytes, 'base64'))
      if (message.finish) socket.write(`${JSON.stringify(await finished(voice.output!))}\n`)
      if (message.code !== undefined) return message.code
    }
    voice.warn('The running process ended before the command finished.')
    return 1
  } finally {
    shortcut.remove()
  }
}

async function finished(output: Output): Promise<CommandResult> {
  return output.finish().then(
    () => ({}),
    (error: unknown) => ({ failed: sentenceOf(error) }),
  )
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.on('error', () => resolve(null))
  })
}
