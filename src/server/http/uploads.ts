import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

export type Upload = { fields: Record<string, string>; file: { filename: string; mimetype: string; content: Buffer } | null }

/** Mounts routes that take a form with a file. On every other route such a form is 415, and the parser's hooks cost nothing. */
export function mountUploads(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart)
    mount(scope)
  })
}

/**
 * Reads a form with at most one file, named `fileField`. Errors while it streams: 413 beyond `largest` bytes, 422 when the file comes as a
 * plain field or under another name, 400 when the form is broken, 415 when it isn't a form.
 */
export async function readUpload(request: FastifyRequest, fileField: string, largest: number): Promise<Upload> {
  if (!request.isMultipart()) throw new HttpError(415, 'Send the file as a form.')
  const fields: Record<string, string> = Object.create(null)
  let file: Upload['file'] = null
  try {
    for await (const part of request.parts({ limits: { fileSize: largest, files: 1, fields: 4, parts: 5, fieldSize: 1000, fieldNameSize: 100 } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== fileField) throw new HttpError(422, `The file must be sent as '${fileField}'.`)
      else file = { filename: part.filename, mimetype: part.mimetype, content: await part.toBuffer() }
    }
  } catch (fault) {
    throw asHttpError(fault)
  }
  if (fileField in fields) throw new HttpError(422, `'${fileField}' must be a file.`)
  return { fields, file }
}

function asHttpError(fault: unknown): unknown {
  const code = (fault as { code?: string }).code ?? ''
  if (fault instanceof HttpError) return fault
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new HttpError(413, 'This file is larger than 10 MB. Select a smaller one.')
  if (code.startsWith('FST_')) return new HttpError(422, 'This form has more parts than it may have.')
  return new HttpError(400, 'The upload could not be read. Try again.')
}
