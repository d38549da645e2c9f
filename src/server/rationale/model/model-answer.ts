import { z } from 'zod'
import type { Quote } from '../generator.ts'
import { withoutInvisible } from '#server/people/mask/disguise.ts'
import { findQuote } from '../text/find-quote.ts'
import type { MaskedAnswer, Prompts } from './prompt.ts'
import { rationaleUnusable } from '../rationale-errors.ts'

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
export const ANSWER_SCHEMA = {
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

export type ReadAnswer = { absent: boolean; quotes: Quote[] }

/** Parses the model's text into claims about stored words; throws `rationaleUnusable` for any other format. */
export function readAnswer(text: string, { answers }: Prompts): ReadAnswer {
  const { absent, citations } = tryParse(text)
  return { absent, quotes: citations.map((citation) => originalQuote(citation, answers[citation.feedback_id - 1])) }
}

function tryParse(text: string): z.infer<typeof ModelAnswer> {
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
