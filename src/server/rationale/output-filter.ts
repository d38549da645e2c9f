import { withoutInvisible } from './disguise.ts'
import { findQuote, proseSentences } from './find-quote.ts'
import { isMachineTalk } from './machine-talk.ts'
import type { Prompt } from './prompt.ts'
import { rationaleUnusable } from './rationale-errors.ts'

/** A prose answer never needs these; where they stand, something else than the instructions was obeyed. */
const FORBIDDEN = [/<[a-z!/?]/iu, /!?\[[^\]]*\]\s*[([]/u, /\b(?:https?|ftp|javascript|data|file):\S|\bwww\.\S/iu, /&(?:#\d+|#x[\da-f]+|[a-z]+);/iu]

/** Verdicts, scores and personal traits: not the model's to give, whatever the feedback says. */
const NOT_ITS_BUSINESS = [
  /\b(?:recommend|advis|endors)\w*/iu,
  /\b(?:should|must|ought to|can|cannot|would|deserves? to)\s+(?:not\s+)?(?:be\s+)?(?:hired?|rejected?|offer(?:ed)?|select(?:ed)?|advanc(?:e|ed)|declin(?:e|ed)|proceed|employ(?:ed)?|move forward|pass(?:ed)?|shortlist(?:ed)?)\b/iu,
  /\b(?:hir(?:e|ed|ing)|reject(?:ed|ion)?|shortlist(?:ed)?|job offer|(?:un)?employable|(?:un)?suitable|unfit|fit for|(?:good|great|ideal|perfect|best|poor|bad|top|strong|weak|right|wrong)\s+(?:fit|candidate|choice|match|applicant))\b/iu,
  /\b(?:scor(?:e|es|ed|ing)|rank(?:s|ed|ing)?|rat(?:ed|ing|ings)|percentile|out of (?:five|ten|5|10|100)|stars?)\b|\d\s*%|\b\d+(?:\.\d+)?\s*\/\s*(?:5|10|100)\b/iu,
  /\b(?:race|racial|ethnic\w*|nationality|religio\w+|gender|sexual\w*|pregnan\w+|marital|disab\w+|elderly candidate|years old|too (?:old|young)|immigrant)\b|\[personal trait\]/iu,
  /\b(?:seem(?:s|ed)?|appear(?:s|ed)?|look(?:s|ed)?|sound(?:s|ed)?|feels?|felt|is|was)\s+(?:\w+\s+)?(?:emotional(?:ly)?|angry|anxious|nervous|sad|depressed|afraid|upset|happy|stressed|insecure|unstable)\b|\bemotional state\b/iu,
]

const TOKENS: [RegExp, string][] = [
  [/\[candidate\]/gu, 'the candidate'],
  [/\[interviewer\]/gu, 'the interviewer'],
  [/\[(e-mail|link|phone)\]/gu, 'the $1'],
]

/** The rationale as plain prose without verdicts and invented quotations; throws `rationaleUnusable` for markup, leaked instructions or nothing left. */
export function plainProse(rationale: string, prompt: Prompt): string {
  const text = withoutInvisible(rationale).trim()
  if (FORBIDDEN.some((sign) => sign.test(text))) throw rationaleUnusable('The model answered with markup or links.')
  if (prompt.system.split('\n').some((line) => text.includes(line.slice(0, 40)))) {
    throw rationaleUnusable('The model repeated its instructions.')
  }
  const kept = proseSentences(text)
    .filter((sentence) => isAllowed(sentence))
    .map((sentence) => inStoredWords(sentence, prompt))
    .filter((sentence) => sentence !== null)
  const prose = TOKENS.reduce((all, [token, words]) => all.replace(token, words), kept.join('')).trim()
  if (prose === '') throw rationaleUnusable('The model answered with verdicts alone.')
  return prose.charAt(0).toUpperCase() + prose.slice(1)
}

function isAllowed(sentence: string): boolean {
  return !NOT_ITS_BUSINESS.some((sign) => sign.test(sentence)) && !isMachineTalk(sentence)
}

/** The sentence with its quotations in their stored wording; null when one of them stands in no answer. */
function inStoredWords(sentence: string, { answers }: Prompt): string | null {
  let isTrue = true
  const words = sentence.replace(/(["“”])([^"“”]+)(["“”])/gu, (whole, open: string, inner: string, close: string) => {
    const [, quote = '', stop = ''] = /^(.*?)([.,;:!?…]*)$/su.exec(inner) ?? []
    // Marks around one or two words may only set off a term.
    if (quote.trim().split(/\s+/u).length < 3) return whole
    const found = storedWords(quote, answers)
    isTrue &&= found !== null
    return `${open}${found}${stop}${close}`
  })
  return isTrue ? words : null
}

function storedWords(quote: string, answers: Prompt['answers']): string | null {
  for (const { answer, masked } of answers) {
    const place = findQuote(masked.text, quote)
    if (!place) continue
    const { start, end } = masked.original(place)
    return answer.interviewer_feedback.slice(start, end)
  }
  return null
}
