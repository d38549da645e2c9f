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
  { icon: 'device', title: 'Your Own Device', text: 'Pick the laptop you like best. We pay for it and set it up with you.' },
  { icon: 'spark', title: 'Annual Hackathon', text: 'Once a year we stop our usual work and build what patients asked for.' },
  { icon: 'heart', title: 'Health Insurance', text: 'Medical, dental and vision cover for you and your family.' },
  { icon: 'savings', title: '401(k) Matching', text: 'Save for later with a Safe Harbor match that is yours from the first day.' },
  { icon: 'equity', title: 'Equity', text: 'Own a part of what you help to build.' },
] as const

export const STAGES = [
  { title: 'You apply', text: 'Answer a few questions. It takes about five minutes. A resume is welcome, but you do not need one.' },
  { title: 'We read', text: 'A person from the hiring team reads every application. You hear from us within ten working days.' },
  { title: 'We talk', text: 'You meet three people in short video calls. Each call has its own subject, and we tell you before what it is.' },
  { title: 'We decide', text: 'The team meets, decides and writes to you, whatever the answer is.' },
] as const

export function careersAddress(company_domain: string): string {
  return `careers@${company_domain}`
}

/** A day as the page writes it, the same for every reader. */
export function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
