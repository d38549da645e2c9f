import { type Evidence, hasFeedback, type Proposal, type Proposer } from '../generator.ts'
import { type ReadAnswer, readAnswer } from './model-answer.ts'
import { askModel, type ModelServer } from './model-call.ts'
import { type Prompt, type Prompts, promptsFor } from './prompt.ts'
import { isRationaleUnusable, tokensOf, withTokens } from '../rationale-errors.ts'

export const MODEL = 'model'
type Server = ModelServer & { timeoutMs: number }

/** Has an OpenAI-compatible server select and classify sentences; nothing is verified yet. `timeoutMs` covers all requests for a draft. */
export function modelProposer(server: Server): Proposer {
  return { name: MODEL, propose: (evidence) => propose(server, evidence) }
}

async function propose(server: Server, evidence: Evidence): Promise<Proposal> {
  const asked = { generator: MODEL, model: server.model }
  if (!hasFeedback(evidence.feedback)) return { ...asked, absent: false, quotes: [], withheld: 0, model: null, prompt_hash: null, tokens: 0 }
  const prompts = promptsFor(evidence)
  const { answers, tokens } = await askAll(server, prompts)
  return {
    ...asked,
    // Every part must agree: what's absent from one part may be present in another.
    absent: answers.some((one) => one.absent) && answers.every((one) => one.absent || one.quotes.length === 0),
    quotes: answers.flatMap((one) => one.quotes),
    withheld: prompts.withheld,
    prompt_hash: prompts.hash,
    tokens,
  }
}

const AT_ONCE = 3

async function askAll(server: Server, prompts: Prompts): Promise<{ answers: ReadAnswer[]; tokens: number }> {
  const signal = AbortSignal.timeout(server.timeoutMs)
  const answers: ReadAnswer[] = []
  let tokens = 0
  try {
    for (let at = 0; at < prompts.prompts.length; at += AT_ONCE) {
      const outcomes = await Promise.allSettled(prompts.prompts.slice(at, at + AT_ONCE).map((prompt) => ask(server, { prompts, prompt, signal })))
      for (const outcome of outcomes) tokens += outcome.status === 'fulfilled' ? outcome.value.tokens : tokensOf(outcome.reason)
      const failed = outcomes.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      answers.push(...outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.answer] : [])))
    }
    return { answers, tokens }
  } catch (failure) {
    throw withTokens(failure, tokens)
  }
}

const AGAIN = '\n\nYour last answer could not be read. Answer with the JSON object alone, in the form that was described.'

type Question = { prompts: Prompts; prompt: Prompt; signal: AbortSignal }

/** Asks once more after an unusable response, within the remaining time and without showing it to the model. */
async function ask(server: Server, { prompts, prompt, signal }: Question): Promise<{ answer: ReadAnswer; tokens: number }> {
  let tokens = 0
  const answerTo = async (user: string) => {
    const completion = await askModel(server, { ...prompt, user, signal })
    tokens += completion.tokens
    return readAnswer(completion.text, prompts)
  }
  const again = (failure: unknown) => {
    if (!isRationaleUnusable(failure)) throw failure
    tokens += tokensOf(failure)
    return answerTo(prompt.user + AGAIN)
  }
  try {
    return { answer: await answerTo(prompt.user).catch(again), tokens }
  } catch (failure) {
    throw withTokens(failure, tokens + tokensOf(failure))
  }
}
