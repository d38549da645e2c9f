import type { SearchMatch } from '#contract/applicants/applicant-list.ts'
import type { ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { searchWords } from '#contract/text/search-words.ts'

const BEFORE = 40
const AFTER = 110

/** An excerpt around the part of the text with the most search words; null when only the name matches. */
export function excerptOf(answers: ApplicantAnswer[], others: SearchMatch[], sought: string[]): SearchMatch | null {
  const texts = [...answers.map((one) => ({ where: one.question_text, text: one.applicants_answer })), ...others]
  let best: { where: string; text: string; positions: number[] } | null = null
  for (const { where, text } of texts) {
    const positions = sought.map((word) => positionOf(text, word)).filter((position) => position >= 0)
    if (positions.length > (best?.positions.length ?? 0)) best = { where, text, positions }
  }
  return best && { where: best.where, text: truncateAround(best.text, Math.min(...best.positions)) }
}

/** The position of the first word with this prefix; -1 if there is none. */
function positionOf(text: string, sought: string): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const [plain = ''] = searchWords(word)
    if (sought.length === 1 ? plain === sought : plain.startsWith(sought)) return index
  }
  return -1
}

function truncateAround(text: string, position: number): string {
  const from = position <= BEFORE ? 0 : text.indexOf(' ', position - BEFORE) + 1 || position
  const start = from > position ? position : from
  const cut = text.slice(start, start + BEFORE + AFTER)
  const end = start + cut.length >= text.length ? cut : cut.slice(0, Math.max(cut.lastIndexOf(' '), BEFORE + 20))
  return `${start > 0 ? '…' : ''}${end.replace(/\s+/g, ' ').trim()}${start + cut.length < text.length ? '…' : ''}`.toWellFormed()
}
