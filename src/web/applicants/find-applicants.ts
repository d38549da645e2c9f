import type { Applicant } from '#contract/applicants.ts'
import { nameOf } from './applicant-words.ts'

const texts = new WeakMap<Applicant, string>()

function textOf(applicant: Applicant): string {
  const known = texts.get(applicant)
  if (known !== undefined) return known
  const text = [nameOf(applicant), applicant.email ?? '', ...applicant.answers.map((one) => one.applicants_answer)].join('\n').toLowerCase()
  texts.set(applicant, text)
  return text
}

/** Those in whose name or answers every word of the search occurs. */
export function findApplicants(applicants: Applicant[], search: string): Applicant[] {
  const words = wordsOf(search)
  if (words.length === 0) return applicants
  return applicants.filter((one) => words.every((word) => textOf(one).includes(word)))
}

export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

/** A text in pieces, those that were searched for marked. */
export function piecesOf(text: string, words: string[]): { text: string; isFound: boolean }[] {
  if (words.length === 0) return [{ text, isFound: false }]
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((piece, place) => ({ text: piece, isFound: place % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
