import { replyPromise } from '#contract/pages.ts'

const MAX_WORDS = 50
const MAX_CHARACTERS = 300

/** A meta description: the first 50 words, cut at 300 characters, with an ellipsis where something was left out. */
export function metaDescription(text: string): string {
  const words = text.trim().split(/\s+/)
  const first = words.slice(0, MAX_WORDS).join(' ')
  const isCut = words.length > MAX_WORDS || first.length > MAX_CHARACTERS
  if (!isCut) return first
  return `${first.slice(0, MAX_CHARACTERS - 1).trimEnd()}…`
}

/** What happens between an application and an answer. */
export function stagesFor(reply_within_days: number) {
  return [
    { title: 'You apply', text: "Answer a few questions in your own words. A resume is welcome, but you don't need one." },
    { title: 'We read', text: `A person on the hiring team reads every application. ${replyPromise(reply_within_days)}` },
    { title: 'We talk', text: "If we move forward, you'll meet people from the team in video interviews. We'll tell you beforehand what each one covers." },
    { title: 'We decide', text: 'The people you met share what they heard, and the hiring team decides.' },
  ]
}
