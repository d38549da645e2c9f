import { createHash, createHmac } from 'node:crypto'

type UnsignedRequest = { method: string; url: URL; content: Buffer; region: string; at: Date; keys?: S3Keys }
export type S3Keys = { id: string; secret: string; session?: string | undefined }

/**
 * Returns the headers that sign a request and its content with AWS Signature Version 4. `url` must already be encoded, with its query sorted by name.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signS3({ method, url, content, region, at, keys = keysOfProcess() }: UnsignedRequest): Record<string, string> {
  const now = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${now.slice(0, 8)}/${region}/s3/aws4_request`
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': hash(content),
    'x-amz-date': now,
    ...(keys.session && { 'x-amz-security-token': keys.session }),
  }
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = [method, url.pathname, url.search.slice(1), lines, names.join(';'), hash(content)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${keys.secret}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', now, scope, hash(request)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}

function keysOfProcess(): S3Keys {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = process.env
  if (!id || !secret) throw new Error('STORAGE_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return { id, secret, session }
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()
