import { plainLetters } from '../text/plain-letters.ts'

/**
 * Normalized forms that show whether two applications are from the same person. They're compared but never shown; null means there's nothing to
 * compare. Plain functions, without the schema library.
 */

/** Providers that deliver `name+tag@` to `name@`. Elsewhere, the plus may be part of someone's real address. */
const IGNORES_TAGS = ['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'icloud.com', 'yahoo.com', 'proton.me', 'protonmail.com']
/** Providers that deliver `n.a.m.e@` to `name@`. */
const IGNORES_DOTS = ['gmail.com', 'googlemail.com']

export function emailKey(email: string | null | undefined): string | null {
  const address = (email ?? '').replace(/\s+/gu, '').toLowerCase()
  if (address === '') return null
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const domain = address.slice(at + 1)
  let name = address.slice(0, at)
  if (IGNORES_TAGS.includes(domain)) name = name.replace(/\+.*$/u, '')
  if (IGNORES_DOTS.includes(domain)) name = name.replaceAll('.', '')
  return `${name}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

/** What LinkedIn's mobile pages and emails put before a profile's path. */
const PROFILE_PREFIXES = ['m', 'mwlite', 'comm', 'profile']
/** Names many people give: their own page as they see it, the directory, a hidden profile, an example that was kept, and an address pasted twice. */
const SHARED_NAME = /^(?:me|dir|edit|unavailable|your-?name|your-?profile|user-?name|in|pub|https?|https?:.*|.*linkedin\.com)$/u

/**
 * Returns the `in/name` part of a LinkedIn profile, without scheme, country host, tracking query and subpages; an old `pub/` profile with its numbers,
 * because its name alone is shared. Null for every other page: the feed or a company would link strangers to each other.
 */
export function linkedinKey(linkedin_profile_url: string | null | undefined): string | null {
  const segments = profileSegments(linkedin_profile_url)
  const start = segments.findIndex((one) => !PROFILE_PREFIXES.includes(one))
  const [kind, name, ...rest] = start < 0 ? [] : segments.slice(start)
  if (!name || SHARED_NAME.test(name)) return null
  if (kind === 'in') return `in/${name}`
  const numbers = rest.slice(0, 3)
  return kind === 'pub' && numbers.length === 3 && numbers.every((one) => /^[\da-f]+$/u.test(one)) ? ['pub', name, ...numbers].join('/') : null
}

/** Returns the part of a profile's address, on any site, that may name someone; also where `linkedinKey` is null, because hiding it needs no proof. */
export function profileSlug(url: string | null | undefined): string {
  return linkedinKey(url)?.split('/')[1] ?? profileSegments(url).slice(0, 2).at(-1) ?? ''
}

/** The path in lowercase, with the site's name unless it's LinkedIn. */
function profileSegments(url: string | null | undefined): string[] {
  const path = (url ?? '')
    .trim()
    .replace(/^https?:\/\//iu, '')
    .replace(/^(?:[a-z0-9-]+\.)*linkedin\.com/iu, '')
    .replace(/[?#].*$/u, '')
  return decodePath(path)
    .toLowerCase()
    .split('/')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Returns null for a first name alone, because it would link strangers to each other. */
export function nameKey(first_name: string | null | undefined, last_name: string | null | undefined): string | null {
  const [first, last] = [foldName(first_name), foldName(last_name)]
  return first === '' || last === '' ? null : `${first} ${last}`
}

export type Identity = { first_name: string | null; last_name: string | null; email: string | null; linkedin_profile_url: string | null }

/** A person's identity with its comparison keys. */
export function withKeys(person: Identity) {
  const { first_name, last_name, email, linkedin_profile_url } = person
  return { ...person, email_key: emailKey(email), linkedin_key: linkedinKey(linkedin_profile_url), name_key: nameKey(first_name, last_name) }
}

function foldName(name: string | null | undefined): string {
  return plainLetters(name ?? '')
    .replaceAll('’', "'")
    .replace(/\s+/gu, ' ')
    .trim()
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
