import type { Applicant } from '#contract/applicants/applicants.ts'

export function findAnswer({ answers }: Pick<Applicant, 'answers'>, question_name: string): string {
  return answers.find((one) => one.question_name === question_name)?.applicants_answer ?? ''
}

/** A profile as a web link, with `https://` added if missing; null if it isn't a link. */
export function profileUrl(profile: string | null | undefined): string | null {
  const text = (profile ?? '').trim()
  if (text === '') return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { protocol, href, hostname } = new URL(address)
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? href : null
}

export function applicantCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'applicant' : 'applicants'}`
}

/** Truncates text for a table cell; null if it fits. */
export function truncate(text: string, longest: number): string | null {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : null
}

const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function timeAgo(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const found = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  return found ? RELATIVE.format(Math.round(seconds / found[1]), found[0]) : 'just now'
}
