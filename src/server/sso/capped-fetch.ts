import { readCapped } from '#server/read-capped.ts'

/** A token, its keys and a provider's metadata are a few kilobytes each. */
const MAX_BYTES = 1024 * 1024

/** A `fetch` for a provider's responses that never reads more than 1 MB into memory. */
export async function cappedFetch(url: string, request: object): Promise<Response> {
  const response = await fetch(url, request)
  const text = await readCapped(response, MAX_BYTES)
  if (text === null) throw Object.assign(new Error('The provider answered with more than it should.'), { code: 'TOO_LARGE' })
  const { status, statusText, headers } = response
  const hasBody = ![101, 204, 205, 304].includes(status)
  return new Response(hasBody ? text : null, { status, statusText, headers })
}
