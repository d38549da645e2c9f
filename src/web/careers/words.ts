import { replyPromise, type AskedQuestion } from '#contract/pages.ts'
import { isListType } from '#contract/questions/question-rules.ts'

const MAX_WORDS = 50
const MAX_CHARACTERS = 300

/** A meta description: the first 50 words, up to 300 characters, with an ellipsis if it's truncated. */
export function metaDescription(text: string): string {
  const words = text.trim().split(/\s+/)
  const first = words.slice(0, MAX_WORDS).join(' ')
  const isCut = words.length > MAX_WORDS || first.length > MAX_CHARACTERS
  if (!isCut) return first
  return `${first.slice(0, MAX_CHARACTERS - 1).trimEnd()}…`
}

/** Shown only if the time was measured. */
export function durationText(minutes: number): string {
  return minutes === 1 ? 'Takes about a minute' : `Takes about ${minutes} minutes`
}

/** Summarizes the questions in one sentence. */
export function questionSummary(questions: AskedQuestion[]): string {
  const lists = questions.filter(({ question_type }) => isListType(question_type)).length
  const essays = questions.filter(({ question_type }) => question_type === 'Extended Open Text Box').length
  const short = questions.length - lists - essays
  const essayNoun = short > 0 ? '' : essays === 1 ? ' question' : ' questions'
  const parts = [
    ...(short > 0 ? [short === 1 ? '1 short question' : `${short} short questions`] : []),
    ...(essays > 0 ? [`${essays}${essayNoun} to answer in your own words`] : []),
    ...(lists > 0 ? ['a list of your licenses'] : []),
  ]
  return `The application has ${new Intl.ListFormat('en-US').format([...parts, 'an optional resume'])}.`
}

/** The steps between applying and getting a reply. */
export function stagesFor(reply_within_days: number) {
  return [
    { title: 'You apply', text: "Answer a few questions in your own words. A resume is welcome, but you don't need one." },
    { title: 'We read', text: `A person on the hiring team reads every application. ${replyPromise(reply_within_days)}` },
    { title: 'We talk', text: "If we move forward, you'll interview with people from the team. We'll tell you beforehand what each one covers." },
    { title: 'We decide', text: 'The people you met share what they heard, and the hiring team decides.' },
  ]
}
