import type { Socket } from 'node:net'
import type { ErrorBody } from '#contract/endpoint.ts'

const TOO_LONG: [string, string] = ['431 Request Header Fields Too Large', 'The head of the request is too long.']
const ANSWERS: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'That is more than this call takes.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
}
const UNREADABLE: [string, string] = ['400 Bad Request', 'The request could not be read.']

/**
 * Answers what isn't HTTP, such as an unknown method, before the connection ends. It says `close`: a proxy that doesn't know
 * would send somebody else's request on a connection that's going away.
 */
export function answerUnreadable(headers: Readonly<Record<string, string>>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const [status, detail] = ANSWERS[error.code ?? ''] ?? UNREADABLE
    const body = JSON.stringify({ detail } satisfies ErrorBody)
    socket.end(
      `HTTP/1.1 ${status}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}
