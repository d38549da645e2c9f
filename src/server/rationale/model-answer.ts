import { z } from 'zod'
import { withoutInvisible } from './disguise.ts'
import { findQuote } from './find-quote.ts'
import type { Citation } from './generator.ts'
import { plainProse } from './output-filter.ts'
import type { MaskedAnswer, Prompt } from './prompt.ts'
import { rationaleUnusable } from './rationale-errors.ts'

const ModelAnswer = z.strictObject({
  absent: z.boolean(),
  rationale: z.string().max(2000),
  citations: z.array(z.strictObject({ feedback_id: z.int(), quote: z.string().max(4000) })).max(40),
})
type ModelAnswer = z.infer<typeof ModelAnswer>

/** Sent as a strict json_schema; without the lengths, which some servers refuse. */
export const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['absent', 'rationale', 'citations'],
  properties: {
    absent: { type: 'boolean' },
    rationale: { type: 'string' },
    citations: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['feedback_id', 'quote'],
        properties: { feedback_id: { type: 'integer' }, quote: { type: 'string' } },
      },
    },
  },
} as const

export type ReadAnswer = { absent: boolean; rationale: string; citations: Citation[] }

/** The model's text as an answer with quotes in their stored wording; throws `rationaleUnusable` for anything else. */
export function readAnswer(text: string, prompt: Prompt): ReadAnswer {
  const answer = parsed(text)
  return {
    absent: answer.absent,
    rationale: plainProse(answer.rationale, prompt),
    citations: answer.citations.map((citation) => stored(citation, prompt.answers[citation.feedback_id - 1])),
  }
}

function parsed(text: string): ModelAnswer {
  const bare = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/u.exec(text)?.[1] ?? text
  try {
    return ModelAnswer.parse(JSON.parse(bare))
  } catch {
    throw rationaleUnusable('The model did not answer in the agreed form.')
  }
}

/** An unknown number or wording stays as it is: the verifier drops it and says so. */
function stored({ quote }: ModelAnswer['citations'][number], row: MaskedAnswer | undefined): Citation {
  if (!row) return { if_interview_feedback_detail_id: 0, interview_name: '', interviewer_name: '', quote }
  const place = findQuote(row.masked.text, withoutInvisible(quote))
  const at = place && row.masked.original(place)
  const { if_interview_feedback_detail_id, interview_name, interviewer_name, interviewer_feedback } = row.answer
  return {
    if_interview_feedback_detail_id,
    interview_name,
    interviewer_name,
    quote: at ? interviewer_feedback.slice(at.start, at.end) : quote,
  }
}
