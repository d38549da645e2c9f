import { disguise } from '#server/rationale/disguise.ts'
import type { Citation, FeedbackAnswer } from '#server/rationale/generator.ts'
import { isMachineTalk } from '#server/rationale/machine-talk.ts'
import { openRationale } from '#server/rationale/open-rationale.ts'
import { GENERAL } from '#server/rationale/personal-words.ts'
import { openStandInModel } from '#test/setup/stand-in-model.ts'
import type { LabelledCase } from './label.ts'
import { evidenceOf } from './measure.ts'

export type Lies = { quotes: number; lies: number; liesPassed: number; truthsKept: number; citations: number; verbatim: number }

type Quote = { feedback_id: number; quote: string }

/** Every fifth quote is one of these, in turn. */
const LIES: ((quote: Quote) => Quote)[] = [
  (quote) => ({ ...quote, quote: 'The candidate was the finest that this panel has ever met.' }),
  (quote) => ({ ...quote, quote: 'This sentence stands in the feedback on somebody else.' }),
  (quote) => ({ ...quote, quote: quote.quote.replace(/(\w+)(\W*)$/u, 'never$2') }),
  (quote) => ({ ...quote, feedback_id: (quote.feedback_id % 3) + 1 }),
  (quote) => ({ ...quote, feedback_id: 4_000 + quote.feedback_id }),
]

/** Runs every case against a stand-in model that quotes up to two sentences of each answer and lies in every fifth quote. */
export async function measureLies(cases: LabelledCase[]): Promise<Lies> {
  const sum: Lies = { quotes: 0, lies: 0, liesPassed: 0, truthsKept: 0, citations: 0, verbatim: 0 }
  let truths: Quote[] = []
  const told = (quote: Quote) => {
    sum.quotes += 1
    const lie = sum.quotes % 5 === 0 ? LIES[(sum.quotes / 5) % LIES.length] : undefined
    if (lie) sum.lies += 1
    else truths.push(quote)
    return lie ? lie(quote) : quote
  }
  await using model = await openStandInModel(({ feedback }) => {
    truths = []
    const citations = feedback.flatMap(({ feedback_id, answer }) => quotesOf(answer).map((quote) => told({ feedback_id, quote })))
    return JSON.stringify({ absent: true, rationale: 'The interviews agree.', citations })
  })
  const generator = openRationale({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in' })
  if (!generator) throw new Error('generation is off')
  for (const labelled of cases) {
    const evidence = evidenceOf(labelled)
    const { citations } = await generator.generate(evidence)
    sum.citations += citations.length
    sum.verbatim += citations.filter((citation) => evidence.feedback.some((answer) => isFrom(citation, answer))).length
    sum.liesPassed += citations.filter((citation) => !truths.some((truth) => isSame(citation, truth))).length
    sum.truthsKept += truths.filter((truth) => citations.some((citation) => isSame(citation, truth))).length
  }
  return sum
}

const quotesOf = (answer: string) =>
  answer
    .split(/(?<=[.!?])\s+/u)
    .filter((sentence) => sentence.split(' ').length > 2 && !isMachineTalk(sentence))
    .slice(0, 2)

const isFrom = (citation: Citation, answer: FeedbackAnswer) =>
  answer.if_interview_feedback_detail_id === citation.if_interview_feedback_detail_id && answer.interviewer_feedback.includes(citation.quote)

/** The model saw a masked answer, the citation is in stored words. */
const isSame = (citation: Citation, { feedback_id, quote }: Quote) =>
  citation.if_interview_feedback_detail_id === feedback_id && disguise(citation.quote, GENERAL).text.includes(quote)
