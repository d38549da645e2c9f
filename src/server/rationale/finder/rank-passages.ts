import type { GraveKind } from '#contract/red-flags/grave.ts'
import { disguise, rangesOf } from '#server/people/mask/disguise.ts'
import { withoutAccent } from '#server/people/mask/fold.ts'
import { EVERYDAY } from '#server/people/mask/find-person.ts'
import { fold } from '#server/people/mask/fold.ts'
import type { Evidence, FeedbackAnswer, Stance } from '../generator.ts'
import { type Passage, passagesOf } from '../text/passages.ts'
import { readAhead, weigh } from './finder-thread.ts'

/** A sentence about a red flag, with the finder's score. */
export type RankedPassage = { answer: FeedbackAnswer; passage: Passage; score: number; stance: Stance; grave: GraveKind | null }

/** Returns the feedback sentences relevant to the red flag, severe ones first, then by strength. An empty result is normal. */
export async function rankPassages({ redFlag, feedback, mask }: Pick<Evidence, 'redFlag' | 'feedback' | 'mask'>): Promise<RankedPassage[]> {
  const rows = rowsOf(feedback)
  const weights = await weigh(redFlag, textsOf(rows, mask))
  return rows
    .map((row, i) => ({ ...row, ...weights[i]! }))
    .map((row) => (isReversed(row) ? { ...row, stance: 'unclear' as const, grave: null } : row))
    .filter((row) => row.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ answer, passage, score, stance, grave }) => ({ answer, passage, score, stance, grave }))
}

/** Embeds a candidate's feedback before the first draft is requested. */
export function readAheadOf({ feedback, mask }: Pick<Evidence, 'feedback' | 'mask'>): void {
  readAhead(textsOf(rowsOf(feedback), mask))
}

function textsOf(rows: Row[], mask: Evidence['mask']): string[] {
  const namesReplaced = nameReplacer(mask)
  return rows.map((row) => namesReplaced(inContext(row)))
}

/** The finder doesn't know the candidate's name and would mistake it for someone else's. Similar names and everyday words are left alone. */
function nameReplacer(mask: Evidence['mask']): (text: string) => string {
  const bare = (text: string) => Array.from(text, withoutAccent).join('')
  const names = [mask?.first_name, mask?.last_name].map((name) => bare(name ?? '').trim()).filter((name) => name.length > 1)
  if (names.length === 0) return (text) => text
  const uniqueNames = names.filter((name) => !EVERYDAY.has(fold(name)))
  const namePatterns = [names.join(' '), ...uniqueNames].map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`))
  const find = rangesOf(new RegExp(`(?<![\\p{L}\\p{N}])(?:${namePatterns.join('|')})(?![\\p{L}\\p{N}])`, 'gu'))
  return (text) => disguise(text, [{ find: (seen) => find(bare(seen)), token: 'the candidate' }]).text
}

type Row = Pick<RankedPassage, 'answer' | 'passage'>

function rowsOf(feedback: FeedbackAnswer[]): Row[] {
  return feedback.flatMap((answer) => passagesOf(answer.interviewer_feedback).map((passage) => ({ answer, passage })))
}

/** Under a heading that denies something, a line means the opposite of what it says. */
function isReversed({ answer, passage }: Row): boolean {
  return /\b(?:not|never|no|none|without|lacks?)\b|n['’]t\b/iu.test(answer.interviewer_feedback.slice(passage.from, passage.start))
}

/** A bullet is meaningless without its heading. */
function inContext({ answer: { interviewer_feedback: text }, passage: { from, start, end } }: Row): string {
  const heading = text
    .slice(from, start)
    .split(/[\r\n]/u)[0]!
    .trim()
  return `${heading.length > 80 ? '' : heading} ${text.slice(start, end)}`.trim()
}
