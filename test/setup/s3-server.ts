import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type StoredObject = { content: Buffer; modified_at: Date }
/** Responds in place of the server if it returns true. To hang, return true and do nothing. */
type FailureHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Fakes the part of S3 that the file store uses: one bucket named `rounds-test`, listed two keys per page. Accepts the key ID that's in
 * `AWS_ACCESS_KEY_ID` when it opens.
 */
export async function openS3Server() {
  const keyId = process.env['AWS_ACCESS_KEY_ID']
  const stored = new Map<string, StoredObject>()
  const requests: string[] = []
  const problems: FailureHandler[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (problems[0]?.(request, response)) return
    const content = await buffer(request)
    if (response.destroyed) return
    if (!request.headers.authorization?.includes(`Credential=${keyId}/`)) return reject(response, 403, 'InvalidAccessKeyId')
    answer(stored, request, response, content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    storageUrl: `s3://rounds-test?endpoint=${encodeURIComponent(origin)}&region=us-east-1`,
    stored,
    requests,
    trouble: (problem: FailureHandler) => void problems.splice(0, 1, problem),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(stored: Map<string, StoredObject>, request: IncomingMessage, response: ServerResponse, content: Buffer) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
  const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent)
  const key = rest.join('/')
  if (bucket !== 'rounds-test') return reject(response, 404, 'NoSuchBucket')
  if (request.method === 'HEAD' && !key) return response.end()
  if (request.method === 'GET' && searchParams.get('list-type') === '2') return list(stored, searchParams, response)
  if (request.method === 'PUT') return put(stored, key, { content, request, response })
  if (request.method === 'DELETE') return response.writeHead(204).end(stored.delete(key) ? '' : '')
  const found = stored.get(key)
  if (request.method !== 'GET' || !found) return reject(response, 404, 'NoSuchKey')
  return response.writeHead(200, { 'content-length': found.content.length }).end(found.content)
}

type Upload = { content: Buffer; request: IncomingMessage; response: ServerResponse }

function put(stored: Map<string, StoredObject>, key: string, { content, request, response }: Upload) {
  const claimed = request.headers['x-amz-content-sha256']
  const isClaimed = claimed === createHash('sha256').update(content).digest('hex')
  if (!isClaimed && claimed !== 'UNSIGNED-PAYLOAD') return reject(response, 400, 'XAmzContentSHA256Mismatch')
  stored.set(key, { content, modified_at: new Date() })
  return response.writeHead(200, { etag: `"${createHash('md5').update(content).digest('hex')}"` }).end()
}

function list(stored: Map<string, StoredObject>, asked: URLSearchParams, response: ServerResponse) {
  const prefix = asked.get('prefix') ?? ''
  const after = asked.get('continuation-token') ?? ''
  const keys = [...stored.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, 2)
  const rows = page.map((key) => {
    const modified = stored.get(key)?.modified_at.toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>1</Size></Contents>`
  })
  const more = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const truncated = `<IsTruncated>${keys.length > page.length}</IsTruncated>`
  const body = `<ListBucketResult>${truncated}${more}${rows.join('')}</ListBucketResult>`
  return response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
}

function reject(response: ServerResponse, status: number, code: string) {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}
