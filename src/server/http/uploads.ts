import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isConnectionError, isTimeout } from '#server/db/connect.ts'
import { fieldError } from './changes.ts'
import { HttpError } from './http-error.ts'

export type Upload = { fields: Record<string, string>; file: { filename: string; mimetype: string; content: Buffer } | null }

/** The expected upload and who sends it. */
export type ExpectedFile = {
  /** The form's only file field. */
  field: string
  largest: number
  /** DATA_DIR, where files are stored while they arrive. */
  folder: string
  /** Returns the upload's keys before its body is read; throws for anyone who isn't allowed to upload now. Each key allows one upload at a time. */
  admit: () => Promise<string[]>
  /** Gets the fields sent before the file, and throws if an upload with them would be rejected, so the file isn't read. */
  checkFields?: ((fields: Record<string, string>) => Promise<void>) | undefined
}

/** The maximum size of everything in a form besides its file. */
const FORM_BYTES = 16 * 1024
/** Anyone on a slower connection would have given up: 10 MB would take over an hour. */
const MIN_BYTES_PER_SECOND = 2 * 1024
const WATCH_MS = 10_000
const UNREADABLE = "We couldn't read the upload. Try again."

/** Mounts routes that accept a form with a file. Every other route responds 415 to such a form and doesn't pay for the parser's hooks. */
export function mountUploads(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart)
    mount(scope)
  })
}

/**
 * Reads a form with at most one file and passes it on. Nothing is read before `admit` has identified the sender; then the file goes to disk as it
 * arrives and is in memory only while it's used. Throws 413 above `largest` bytes, 422 if the file is sent as a plain field or under another name,
 * 400 if the form is malformed or too slow, 415 if it isn't a form, and 429 or 503 if too much arrives at once.
 */
export async function receiveUpload<T>(request: FastifyRequest, expected: ExpectedFile, use: (upload: Upload) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) throw new HttpError(415, 'Send the file as a form.')
  const release = await claim(request, expected)
  const spool = openSpool(expected.folder)
  try {
    const { fields, file } = await unlessStalled(request, readForm(request, expected, spool))
    if (!file) return await use({ fields, file })
    return await request.server.uploadSlots.inMemory(async () => use({ fields, file: { ...file, content: await spool.content() } }))
  } finally {
    await spool.close()
    release()
  }
}

async function claim(request: FastifyRequest, { largest, admit }: ExpectedFile): Promise<() => void> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared > largest + FORM_BYTES) throw tooLarge(largest)
  const bytes = Number.isFinite(declared) ? declared : largest + FORM_BYTES
  for (;;) {
    const keys = await admit()
    const release = await request.server.uploadSlots.claim({ keys, ip: request.ip, bytes, hasLeft: () => request.raw.destroyed })
    if (release) return release
  }
}

type Form = { fields: Record<string, string>; file: { filename: string; mimetype: string } | null }

async function readForm(request: FastifyRequest, { field, largest, checkFields }: ExpectedFile, spool: Spool): Promise<Form> {
  const fields: Record<string, string> = Object.create(null)
  let file: Form['file'] = null
  try {
    for await (const part of request.parts({ limits: { fileSize: largest, files: 1, fields: 4, parts: 5, fieldSize: 1000, fieldNameSize: 100 } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== field) throw fieldError(422, field, `The file must be sent as '${field}'.`)
      else {
        await checkFields?.(fields)
        await spool.take(part.file, largest)
        file = { filename: part.filename, mimetype: part.mimetype }
      }
    }
  } catch (error) {
    throw asHttpError(error, largest)
  }
  if (field in fields) throw fieldError(422, field, `'${field}' must be a file.`)
  return { fields, file }
}

type Spool = ReturnType<typeof openSpool>

/** Opens a file that's already unlinked, so it's gone when the process ends for any reason. */
function openSpool(folder: string) {
  let handle: FileHandle | undefined
  let size = 0
  let isClosed = false

  async function openUnnamed(): Promise<FileHandle> {
    const arriving = join(folder, 'arriving')
    await mkdir(arriving, { recursive: true, mode: 0o700 })
    const path = join(arriving, randomUUID())
    handle = await open(path, 'wx+', 0o600)
    await rm(path)
    return handle
  }

  async function add(chunk: Buffer): Promise<void> {
    if (isClosed) throw new HttpError(400, UNREADABLE)
    const { bytesWritten } = await (handle ?? (await openUnnamed())).write(chunk, 0, chunk.length, size)
    if (bytesWritten < chunk.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC', syscall: 'write' })
    size += chunk.length
  }

  return {
    async take(file: MultipartFile['file'], largest: number): Promise<void> {
      for await (const chunk of file as AsyncIterable<Buffer>) await add(chunk)
      if (file.truncated) throw tooLarge(largest)
    },
    async content(): Promise<Buffer> {
      const content = Buffer.allocUnsafeSlow(size)
      const { bytesRead } = handle ? await handle.read(content, 0, size, 0) : { bytesRead: 0 }
      if (bytesRead < size) throw new HttpError(400, UNREADABLE)
      return content
    },
    async close(): Promise<void> {
      isClosed = true
      await handle?.close()
    },
  }
}

/** Aborts an upload whose client has disconnected or is too slow for a person to be waiting. */
async function unlessStalled<T>({ raw }: FastifyRequest, reading: Promise<T>): Promise<T> {
  reading.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  let seen = raw.socket?.bytesRead ?? 0
  const ended = new Promise<never>((_, reject) => {
    const end = () => raw.complete || raw.readableEnded || reject(new HttpError(400, UNREADABLE))
    raw.once('close', end)
    timer = setInterval(() => {
      const now = raw.socket?.bytesRead ?? 0
      if (!raw.complete && now - seen < (MIN_BYTES_PER_SECOND * WATCH_MS) / 1000) reject(new HttpError(400, UNREADABLE))
      seen = now
    }, WATCH_MS)
  })
  try {
    return await Promise.race([reading, ended])
  } finally {
    clearInterval(timer)
  }
}

function tooLarge(largest: number): HttpError {
  return new HttpError(413, `This file is larger than ${Math.floor(largest / (1024 * 1024))} MB. Select a smaller one.`)
}

function asHttpError(error: unknown, largest: number): unknown {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (error instanceof HttpError || syscall !== undefined || isConnectionError(error as Error) || isTimeout(error as Error)) return error
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(largest)
  if (code.startsWith('FST_')) return new HttpError(422, 'This form has too many parts.')
  return new HttpError(400, UNREADABLE)
}
