export type S3Location = { bucket: string; endpoint: string | undefined; region: string | undefined }

/** Parses `s3://bucket?endpoint=https://…&region=…`; throws a one-sentence error that doesn't repeat any part of it. */
export function readStorageUrl(storageUrl: string): S3Location {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : null
  if (url?.protocol !== 's3:') throw new Error('STORAGE_URL must look like s3://bucket?endpoint=…&region=….')
  if (url.username || url.password) throw new Error('STORAGE_URL must not contain keys; they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) throw new Error("STORAGE_URL doesn't name a valid bucket.")
  if (url.pathname.length > 1) throw new Error('STORAGE_URL names a bucket, not a folder in it.')

  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isWebAddress(endpoint)) throw new Error('The endpoint in STORAGE_URL must be an http or https address.')
  return { bucket: url.hostname, endpoint, region: url.searchParams.get('region') ?? undefined }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
