import type { SearchMatch } from '#contract/applicants/applicant-list.ts'
import type { ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { searchWords } from '#contract/text/search-words.ts'

const BEFORE = 40
const AFTER = 110

/** An excerpt around the part of the text with the most search words; null when only the name matches. */
export function excerptOf(answers: ApplicantAnswer[], others: SearchMatch[], sought: string[]): SearchMatch | null {
  const texts = [...answers.map((one) => ({ where: one.question_text, text: one.applicants_answer })), ...others]
  let best: { where: string; text: string; places: number[] } | null = null
  for (const { where, text } of texts) {
    const places = sought.map((word) => positionOf(text, word)).filter((place) => place >= 0)
    if (places.length > (best?.places.length ?? 0)) best = { where, text, places }
  }
  return best && { where: best.where, text: truncateAround(best.text, Math.min(...best.places)) }
}

/** The position of the first word with this prefix; -1 if there is none. */
function positionOf(text: string, sought: string): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const [plain = ''] = searchWords(word)
    if (sought.length === 1 ? plain === sought : plain.startsWith(sought)) return index
  }
  return -1
}

function truncateAround(text: string, place: number): string {
  const from = place <= BEFORE ? 0 : text.indexOf(' ', place - BEFORE) + 1 || place
  const start = from > place ? place : from
  const cut = text.slice(start, start + BEFORE + AFTER)
  const end = start + cut.length >= text.length ? cut : cut.slice(0, Math.max(cut.lastIndexOf(' '), BEFORE + 20))
  return `${start > 0 ? '…' : ''}${end.replace(/\s+/g, ' ').trim()}${start + cut.length < text.length ? '…' : ''}`.toWellFormed()
}
