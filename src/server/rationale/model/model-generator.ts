import { z } from 'zod'
import { type Evidence, hasFeedback, type Proposal, type Proposer, type Quote } from '#server/rationale/generator.ts'
import { isRationaleUnusable, tokensOf, withTokens, rationaleUnavailable, rationaleUnusable } from '#server/rationale/rationale-errors.ts'
import { withoutInvisible } from '#server/people/mask/disguise.ts'
import { findQuote } from '#server/rationale/text/find-quote.ts'
import { type Prompt, type Prompts, promptsFor, type MaskedAnswer } from './prompt.ts'

export const MODEL = 'model'
type Server = ModelServer & { timeoutMs: number }

/** Has an OpenAI-compatible server select and classify sentences; nothing is verified here. `timeoutMs` covers all requests for a draft. */
export function modelProposer(server: Server): Proposer {
  return { name: MODEL, propose: (evidence) => propose(server, evidence) }
}

async function propose(server: Server, evidence: Evidence): Promise<Proposal> {
  const metadata = { generator: MODEL, model: server.model }
  if (!hasFeedback(evidence.feedback)) return { ...metadata, absent: false, quotes: [], withheld: 0, model: null, prompt_hash: null, tokens: 0 }
  const prompts = promptsFor(evidence)
  const { answers, tokens } = await requestAll(server, prompts)
  return {
    ...metadata,
    // All parts must agree: what's absent from one may be present in another.
    absent: answers.some((answer) => answer.absent) && answers.every((answer) => answer.absent || answer.quotes.length === 0),
    quotes: answers.flatMap((answer) => answer.quotes),
    withheld: prompts.withheld,
    prompt_hash: prompts.hash,
    tokens,
  }
}

const MAX_CONCURRENT = 3

async function requestAll(server: Server, prompts: Prompts): Promise<{ answers: ReadAnswer[]; tokens: number }> {
  const signal = AbortSignal.timeout(server.timeoutMs)
  const answers: ReadAnswer[] = []
  let tokens = 0
  try {
    for (let at = 0; at < prompts.prompts.length; at += MAX_CONCURRENT) {
      const outcomes = await Promise.allSettled(prompts.prompts.slice(at, at + MAX_CONCURRENT).map((prompt) => ask(server, { prompts, prompt, signal })))
      for (const outcome of outcomes) tokens += outcome.status === 'fulfilled' ? outcome.value.tokens : tokensOf(outcome.reason)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      answers.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.answer] : [])))
    }
    return { answers, tokens }
  } catch (failure) {
    throw withTokens(failure, tokens)
  }
}

const RETRY_NOTE = '\n\nYour last answer could not be read. Answer with the JSON object alone, in the form that was described.'

type Question = { prompts: Prompts; prompt: Prompt; signal: AbortSignal }

/** Retries once after an unusable response, within the remaining time and without showing that response to the model. */
async function ask(server: Server, { prompts, prompt, signal }: Question): Promise<{ answer: ReadAnswer; tokens: number }> {
  let tokens = 0
  const answerTo = async (user: string) => {
    const completion = await askModel(server, { ...prompt, user, signal })
    tokens += completion.tokens
    return readAnswer(completion.text, prompts)
  }
  const retry = (failure: unknown) => {
    if (!isRationaleUnusable(failure)) throw failure
    tokens += tokensOf(failure)
    return answerTo(prompt.user + RETRY_NOTE)
  }
  try {
    return { answer: await answerTo(prompt.user).catch(retry), tokens }
  } catch (failure) {
    throw withTokens(failure, tokens + tokensOf(failure))
  }
}

type ModelServer = { baseUrl: string; apiKey?: string; model: string }
type ModelRequest = { system: string; user: string; signal: AbortSignal }

/** A response in the expected format is under 20 KB; the rest leaves room for what servers add. */
const MAX_BYTES = 262_144

/** `tokens` as counted by the server, or estimated if the server's count is missing or impossible. */
type Completion = { text: string; tokens: number }

/** Sends one request to an OpenAI-compatible server and returns the model's text. No retries, redirects or tools. Errors include the tokens spent. */
async function askModel({ baseUrl, apiKey, model }: ModelServer, { system, user, signal }: ModelRequest): Promise<Completion> {
  const response = await guardedFetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
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
  const tokens = counted ?? estimateTokens(system + user + text)
  if (text === '') throw withTokens(rationaleUnusable("The model didn't respond in the expected format."), tokens)
  return { text, tokens }
}

/** No request costs this much, so a server that says so miscounts, as one does with a negative number or a fraction. */
const MAX_TOKENS = 100_000_000

const ChatCompletion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z
    .object({ total_tokens: z.int().min(0).max(MAX_TOKENS).nullish() })
    .nullish()
    .catch(null),
})

/** Returns the first choice's text, in whatever format, and the token count if the server provides one. */
function readCompletion(body: string): { text: string; counted: number | null } {
  const { success, data } = ChatCompletion.safeParse(tryParse(body))
  if (!success) throw rationaleUnusable("The model didn't respond in the expected format.")
  return { text: data.choices[0]!.message.content ?? '', counted: data.usage?.total_tokens ?? null }
}

function tryParse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** English averages about four characters per token. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

async function guardedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
    throw rationaleUnavailable(init.signal?.aborted ? TOO_LONG : `The rationale service can't be reached (${nameOf(error)}).`)
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw rationaleUnavailable(`The rationale service returned ${response.status}.`)
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
    throw isRationaleUnusable(error) ? error : rationaleUnavailable(signal.aborted ? TOO_LONG : 'The rationale service cut off its response.')
  }
  return Buffer.concat(chunks).toString('utf8')
}

const TOO_LONG = 'The rationale service took too long.'

const nameOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'no connection'

const Stance = z.enum(['for', 'against', 'unclear'])

/** Never part of a response in the expected format, so a response that contains it didn't follow the instructions. */
const MARKUP = /<[a-z!/?]|!?\[[^\]]*\]\s*[([]|\b(?:https?|ftp|javascript|data|file):\S|\bwww\.\S/iu

/** A `rationale` is accepted, because servers without strict schemas send one anyway, but ignored. */
const ModelAnswer = z.strictObject({
  absent: z.boolean(),
  rationale: z
    .string()
    .max(2000)
    .refine((prose) => !MARKUP.test(prose))
    .optional(),
  citations: z.array(z.strictObject({ feedback_id: z.int(), quote: z.string().max(20_000), stance: Stance.optional() })).max(80),
})

/** Sent as a strict json_schema, without the length limits, which some servers reject. There's no field for prose. */
const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['absent', 'citations'],
  properties: {
    absent: { type: 'boolean' },
    citations: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['feedback_id', 'quote', 'stance'],
        properties: { feedback_id: { type: 'integer' }, quote: { type: 'string' }, stance: { type: 'string', enum: ['for', 'against', 'unclear'] } },
      },
    },
  },
} as const

type ReadAnswer = { absent: boolean; quotes: Quote[] }

/** Parses the model's text into claims about stored words; throws `rationaleUnusable` for any other format. */
function readAnswer(text: string, { answers }: Prompts): ReadAnswer {
  const { absent, citations } = parseAnswer(text)
  return { absent, quotes: citations.map((citation) => originalQuote(citation, answers[citation.feedback_id - 1])) }
}

function parseAnswer(text: string): z.infer<typeof ModelAnswer> {
  const bare = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/u.exec(text)?.[1] ?? text
  try {
    return ModelAnswer.parse(JSON.parse(bare))
  } catch {
    throw rationaleUnusable("The model's response isn't in the expected format.")
  }
}

/** Passes on unknown numbers and quotes; verification drops and reports them. */
function originalQuote({ quote, stance }: z.infer<typeof ModelAnswer>['citations'][number], row: MaskedAnswer | undefined): Quote {
  const place = row && findQuote(row.masked.text, withoutInvisible(quote))
  const at = place && row.masked.original(place)
  return {
    if_interview_feedback_detail_id: row?.answer.if_interview_feedback_detail_id ?? 0,
    quote: at ? row.answer.interviewer_feedback.slice(at.start, at.end) : quote,
    stance: stance ?? null,
  }
}
