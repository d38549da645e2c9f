import { z } from 'zod'
import { ANSWER_SCHEMA } from './model-answer.ts'
import { isRationaleUnusable, rationaleAway, rationaleUnusable, withTokens } from '../rationale-errors.ts'

export type ModelServer = { baseUrl: string; apiKey?: string; model: string }
export type Ask = { system: string; user: string; signal: AbortSignal }

/** A response in the expected format is under 20 KB; the rest leaves room for what servers add. */
const MAX_BYTES = 262_144

/** `tokens` as counted by the server, or estimated if the server doesn't count them. */
export type Completion = { text: string; tokens: number }

/**
 * Sends one request to an OpenAI-compatible server and returns the model's text. No retries, redirects or tools. Failures include the tokens spent.
 */
export async function askModel({ baseUrl, apiKey, model }: ModelServer, { system, user, signal }: Ask): Promise<Completion> {
  const response = await carefulFetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema: ANSWER_SCHEMA, strict: true } },
      temperature: 0,
      max_tokens: 4_000,
    }),
    signal,
  })
  const { text, counted } = readCompletion(await wholeBody(response, signal))
  const tokens = counted ?? guess(system + user + text)
  if (text === '') throw withTokens(rationaleUnusable("The model didn't respond in the expected format."), tokens)
  return { text, tokens }
}

const ChatCompletion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ total_tokens: z.number().nullish() }).nullish().catch(null),
})

/** Returns the first choice's text, in whatever format, and the tokens if the server counts them. */
function readCompletion(body: string): { text: string; counted: number | null } {
  const { success, data } = ChatCompletion.safeParse(parsed(body))
  if (!success) throw rationaleUnusable("The model didn't respond in the expected format.")
  return { text: data.choices[0]!.message.content ?? '', counted: data.usage?.total_tokens ?? null }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** English averages about four characters per token. */
function guess(text: string): number {
  return Math.ceil(text.length / 4)
}

async function carefulFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
    throw rationaleAway(init.signal?.aborted ? TOO_LONG : `The rationale service can't be reached (${nameOf(error)}).`)
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw rationaleAway(`The rationale service returned ${response.status}.`)
}

async function wholeBody(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw rationaleUnusable("The model's response was too long.")
      chunks.push(chunk)
    }
  } catch (error) {
    throw isRationaleUnusable(error) ? error : rationaleAway(signal.aborted ? TOO_LONG : 'The rationale service cut off its response.')
  }
  return Buffer.concat(chunks).toString('utf8')
}

const TOO_LONG = 'The rationale service took too long.'

const nameOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'no connection'
