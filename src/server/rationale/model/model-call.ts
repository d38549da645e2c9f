import type { LanguageModel } from 'ai'
import { ANSWER_SCHEMA } from './model-answer.ts'
import { isRationaleAway, isRationaleUnusable, rationaleAway, rationaleUnusable, withTokens } from '../rationale-errors.ts'

export type ModelServer = { baseUrl: string; apiKey?: string; model: string }
export type Ask = { system: string; user: string; signal: AbortSignal }

/** An answer in the agreed form is under 20 KB; the rest leaves room for what servers add. */
const MAX_BYTES = 262_144

/** `tokens` as counted by the server, or estimated if it doesn't count them. */
export type Completion = { text: string; tokens: number }

/** One request to an OpenAI-compatible server; returns the model's text. No retries, no redirects, no tools. A failure carries the tokens it cost. */
export async function askModel(server: ModelServer, { system, user, signal }: Ask): Promise<Completion> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai')
  try {
    const { text, totalUsage } = await generateText({
      model: await languageModel(server),
      instructions: system,
      prompt: user,
      output: Output.object({ schema: jsonSchema(ANSWER_SCHEMA) }),
      temperature: 0,
      maxOutputTokens: 4_000,
      maxRetries: 0,
      abortSignal: signal,
    })
    return { text, tokens: totalUsage.totalTokens ?? guess(system + user + text) }
  } catch (error) {
    const isFormless = NoObjectGeneratedError.isInstance(error)
    // Text in a different form than requested, such as fenced JSON, is left to the parser.
    if (isFormless && error.text) return { text: error.text, tokens: error.usage?.totalTokens ?? guess(system + user + error.text) }
    throw withTokens(asRationaleError(error), isFormless ? (error.usage?.totalTokens ?? guess(system + user)) : 0)
  }
}

/** English has about four characters in a token. */
function guess(text: string): number {
  return Math.ceil(text.length / 4)
}

async function languageModel({ baseUrl, apiKey, model }: ModelServer): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'rationale',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    supportsStructuredOutputs: true,
    fetch: carefulFetch,
  })
  return provider.chatModel(model)
}

const carefulFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' }).catch((error: unknown) => {
    throw rationaleAway(init?.signal?.aborted ? 'The rationale service took too long.' : `The rationale service cannot be reached (${nameOf(error)}).`)
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw rationaleAway(`The rationale service answered ${response.status}.`)
  }
  const { status, headers } = response
  return new Response(await wholeBody(response), { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
}

async function wholeBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw rationaleUnusable('The model answered with too much.')
      chunks.push(chunk)
    }
  } catch (error) {
    throw isRationaleUnusable(error) ? error : rationaleAway('The rationale service broke off its answer.')
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Unwraps the library's errors; anything unknown is an unusable answer. */
function asRationaleError(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isRationaleAway(cause) || isRationaleUnusable(cause)) return cause
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') return rationaleAway('The rationale service took too long.')
  }
  return rationaleUnusable('The model did not answer in the agreed form.')
}

const nameOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'no connection'
