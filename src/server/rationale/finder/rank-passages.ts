import type { Evidence, FeedbackAnswer, Stance } from '../generator.ts'
import { type Passage, passagesOf } from '../text/passages.ts'
import { weigh } from './finder-thread.ts'

/** A sentence that bears on a red flag, as the finder sees it. */
export type Ranked = { answer: FeedbackAnswer; passage: Passage; score: number; stance: Stance }

/** The feedback's sentences that bear on the red flag, strongest first; none is a normal answer. */
export async function rankPassages({ redFlag, feedback }: Pick<Evidence, 'redFlag' | 'feedback'>): Promise<Ranked[]> {
  const rows = feedback.flatMap((answer) => passagesOf(answer.interviewer_feedback).map((passage) => ({ answer, passage })))
  const weights = await weigh(
    redFlag,
    rows.map(({ answer, passage }) => inContext(answer.interviewer_feedback, passage)),
  )
  return rows
    .map((row, i) => ({ ...row, ...weights[i]! }))
    .map((row) => ({ ...row, stance: isTurned(row) ? ('unclear' as const) : row.stance }))
    .filter((row) => row.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ answer, passage, score, stance }) => ({ answer, passage, score, stance }))
}

/** What a heading denies, the line under it says: too easy to read the wrong way round. */
function isTurned({ answer, passage }: Pick<Ranked, 'answer' | 'passage'>): boolean {
  return /\b(?:not|never|no|none|without|lacks?)\b|n['’]t\b/iu.test(answer.interviewer_feedback.slice(passage.from, passage.start))
}

/** A bullet means nothing without its heading. */
function inContext(text: string, { from, start, end }: Passage): string {
  const heading = text
    .slice(from, start)
    .split(/[\r\n]/u)[0]!
    .trim()
  return `${heading.length > 80 ? '' : heading} ${text.slice(start, end)}`.trim()
}
