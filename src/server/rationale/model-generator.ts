import { FINDER, evidenceFinder, hasFeedback } from './evidence-finder.ts'
import type { Evidence, Rationale, RationaleGenerator } from './generator.ts'
import { type ReadAnswer, readAnswer } from './model-answer.ts'
import { askModel, type ModelServer } from './model-call.ts'
import { type Prompt, promptFor } from './prompt.ts'
import { isRationaleUnusable, tokensOf, withTokens } from './rationale-errors.ts'

export const MODEL = 'model'

/** A rationale drafted by an OpenAI-compatible server, not yet verified. `timeoutMs` bounds both questions together. */
export function modelGenerator(server: ModelServer & { timeoutMs: number }): RationaleGenerator {
  return {
    name: MODEL,
    generate: (evidence) => (hasFeedback(evidence.feedback) ? draft(server, evidence) : withoutModel(evidence)),
  }
}

async function draft(server: ModelServer & { timeoutMs: number }, evidence: Evidence): Promise<Rationale> {
  const prompt = promptFor(evidence)
  const { answer, tokens } = await ask(server, prompt)
  return {
    agent_absent_flag: answer.absent,
    agent_rationale: [answer.rationale, missing(evidence)].filter((line) => line !== '').join('\n'),
    citations: answer.citations,
    generator: MODEL,
    sufficient_evidence: true,
    model: server.model,
    prompt_hash: prompt.hash,
    tokens,
  }
}

const AGAIN = '\n\nYour last answer could not be read. Answer with the JSON object alone, in the form that was described.'

/** Asks once more after nonsense, with the time that is left; the nonsense itself is not repeated to the model. */
async function ask(server: ModelServer & { timeoutMs: number }, prompt: Prompt): Promise<{ answer: ReadAnswer; tokens: number }> {
  const signal = AbortSignal.timeout(server.timeoutMs)
  let tokens = 0
  const answerTo = async (user: string) => {
    const said = await askModel(server, { ...prompt, user, signal })
    tokens += said.tokens
    return readAnswer(said.text, prompt)
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

function missing({ feedback, interviews = [] }: Evidence): string {
  const names = interviews.filter((name) => !feedback.some((one) => one.interview_name === name && one.interviewer_feedback.trim() !== ''))
  return names.length > 0 ? `No feedback yet from ${names.join(', ')}.` : ''
}

/** There is nothing to ask about: the finder's sentence says so. */
async function withoutModel(evidence: Evidence): Promise<Rationale> {
  return { ...(await evidenceFinder().generate(evidence)), generator: FINDER }
}
