import { replyPromise } from '#contract/pages.ts'

/** The intro paragraph of the company section. Its first words are the page's description. */
export function introOf(company_name: string): string {
  return (
    `At ${company_name} we bring care to people where they live. Our nurses, pharmacists, therapists and engineers work as one ` +
    'remote team across the United States. A patient in a small town gets the same good care as one who lives next to a big ' +
    'hospital. We listen first, we keep our promises, and we make time for each other. If that sounds like the way you like to ' +
    'work, we would love to meet you.'
  )
}

const MOST_WORDS = 50
const MOST_CHARACTERS = 300

/** A meta description: the first 50 words, cut at 300 characters, with an ellipsis where something was left out. */
export function metaDescription(text: string): string {
  const words = text.trim().split(/\s+/)
  const first = words.slice(0, MOST_WORDS).join(' ')
  const isCut = words.length > MOST_WORDS || first.length > MOST_CHARACTERS
  if (!isCut) return first
  return `${first.slice(0, MOST_CHARACTERS - 1).trimEnd()}…`
}

export const BENEFITS = [
  { icon: 'home', title: 'Fully Remote', text: 'Work from home anywhere in the United States. Every role, every day.' },
  { icon: 'device', title: 'Your Own Device', text: 'Choose the laptop you like best. We buy it and set it up with you.' },
  { icon: 'spark', title: 'Annual Hackathon', text: 'Once a year we pause our usual work and build what patients ask for.' },
  { icon: 'heart', title: 'Health Insurance', text: 'Medical, dental and vision coverage for you and your family.' },
  { icon: 'savings', title: '401(k) Matching', text: "Save for retirement with a Safe Harbor match that's yours from day one." },
  { icon: 'equity', title: 'Equity', text: 'Own part of what you help build.' },
] as const

/** What happens between an application and an answer. */
export function stagesFor(reply_within_days: number) {
  return [
    { title: 'You apply', text: "Answer a few questions in your own words. A resume is welcome, but you don't need one." },
    { title: 'We read', text: `A person on the hiring team reads every application. ${replyPromise(reply_within_days)}` },
    { title: 'We talk', text: "If we move forward, you'll meet people from the team in video interviews. We'll tell you beforehand what each one covers." },
    { title: 'We decide', text: 'The people you met share what they heard, and the hiring team decides.' },
  ]
}

export function careersAddress(company_domain: string): string {
  return `careers@${company_domain}`
}

/** A day as the page writes it, the same for every reader. */
export function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
