import { editDistance } from '../text/edit-distance.ts'

/** The placeholders a template can use, with sample values for previews without an applicant. */
export const PLACEHOLDERS = {
  first_name: 'Amara',
  last_name: 'Okafor',
  email: 'amara.okafor@example.com',
  function_role_name: 'Clinical Nurse Educator',
  hiring_lead_name: 'Grace Lindqvist',
  hiring_lead_email: 'grace.lindqvist@example.com',
  company_name: 'Our company',
  reply_by: 'March 14, 2027',
  scheduling_link: 'https://careers.example.com/application',
  interview_list: 'Interview A (45 minutes, by video), Interview B (45 minutes, by video), and Interview C (30 minutes, by phone: we call you)',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as Placeholder[]
export type Values = Partial<Record<Placeholder, string | null | undefined>>

/** Skips style sheets; braces around anything but a single word aren't a placeholder. */
const STYLE_OR_PLACEHOLDER = /<style\b[\s\S]*?<\/style\s*>|\{(\w+)\}/gi

export type PlaceholderMatch = { name: string; from: number; to: number }

/** Returns every placeholder in a text with its position, known or not. */
export function placeholdersIn(text: string): PlaceholderMatch[] {
  return [...text.matchAll(STYLE_OR_PLACEHOLDER)]
    .filter(([, name]) => name !== undefined)
    .map((match) => ({ name: match[1]!, from: match.index, to: match.index + match[0].length }))
}

export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name)
}

export function unknownPlaceholders(text: string): string[] {
  return [...new Set(placeholdersIn(text).map(({ name }) => name))].filter((name) => !isPlaceholder(name))
}

/** Returns what's wrong with a text's placeholders, or null: "{first_nam} isn't a placeholder. Did you mean {first_name}?" */
export function unknownPlaceholderError(text: string): string | null {
  const [unknown] = unknownPlaceholders(text)
  return unknown === undefined ? null : `{${unknown}} isn't a placeholder. Did you mean {${nearestPlaceholder(unknown)}}?`
}

/**
 * Returns the text with each placeholder replaced by the result of `written`. Runs in one pass, so a value that looks like a placeholder isn't
 * replaced in turn.
 */
export function fill(text: string, written: (name: string) => string): string {
  return text.replace(STYLE_OR_PLACEHOLDER, (whole, name: string | undefined) => (name === undefined ? whole : written(name)))
}

/** Returns a text's placeholders without a value: unknown names, and known ones that are blank. */
export function unfilledPlaceholders(text: string, values: Values): string[] {
  const names = new Set(placeholdersIn(text).map(({ name }) => name))
  return [...names].filter((name) => !isPlaceholder(name) || (values[name] ?? '').trim() === '')
}

export function nearestPlaceholder(name: string): Placeholder {
  const near = PLACEHOLDER_NAMES.map((known) => ({ known, far: tooDifferent(name.toLowerCase(), known) }))
  return near.reduce((best, one) => (one.far < best.far ? one : best)).known
}

function tooDifferent(name: string, known: string): number {
  return known.startsWith(name) || name.startsWith(known) ? 1 : editDistance(name, known)
}
