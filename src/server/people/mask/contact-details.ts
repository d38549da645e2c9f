import { rangesOf, type Replacement } from './disguise.ts'

/** No line breaks, because the same patterns are used on text and on its JSON. */
const SPACE = '[ \\u00a0]'
const BETWEEN = `[ \\u00a0().\\-/\\u2010-\\u2013\\u200b-\\u200d\\u2060\\ufeff]{0,3}`

/** People have several, so anything that looks like an address or a profile is masked. */
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** Matches "m.lopez (at) mail dot example". A plain "at" requires a spelled-out dot or a name that's clearly a mailbox. */
const BRACKETED =
  /[\p{L}\p{N}_%+-]+(?:(?:\.| ?[([]?dot[)\]]? ?)[\p{L}\p{N}_%+-]+)* ?[([{]at[)\]}] ?[\p{L}\p{N}-]+(?:(?:\.| ?[([]?dot[)\]]? ?)\p{L}[\p{L}\p{N}-]+)+/giu
const SPELLED_OUT = /[\p{L}\p{N}_%+-]+(?:(?:\.| dot )[\p{L}\p{N}_%+-]+)* at [\p{L}\p{N}-]+(?: dot \p{L}[\p{L}\p{N}-]+)+/giu
const MAILBOX_AT_HOST = /\p{L}[\p{L}\p{N}%+-]*[._\p{N}][\p{L}\p{N}._%+-]* at [\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const PROFILE = /(?<=linkedin\.com\/)[^\s"'<>)]+/gi
/** Matches 7 to 15 digits in groups; `isPhone` rules out other numbers. */
const DIGITS = new RegExp(`(?<![\\p{L}\\p{N}])(?:\\+|\\()?\\p{Nd}(?:${BETWEEN}\\p{Nd}){6,14}(?!\\p{Nd})`, 'gu')

const KINDS =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr(?!\\.? \\p{Lu})|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Parkway|Pkwy|Highway|Hwy|Square|Sq|Trail|Trl'
const WORD = `(?:\\p{Lu}[\\p{L}'’.-]{0,30}|\\p{Nd}{1,3}(?:st|nd|rd|th))`
const CITY = `(?:,?${SPACE}(?:Apt|Apartment|Suite|Ste|Unit|#)\\.?${SPACE}?[\\p{L}\\p{N}-]{1,8})?(?:,${SPACE}(?:\\p{Lu}[\\p{L}.'-]{1,30}${SPACE}?){1,3},?${SPACE}\\p{Lu}{2}(?:${SPACE}\\p{Nd}{5}(?:-\\p{Nd}{4})?)?)?`
const STREET = new RegExp(
  `(?<![\\p{L}\\p{N}])\\p{Nd}{1,6}[A-Za-z]?${SPACE}(?:[NSEW]{1,2}\\.?${SPACE})?(?:${WORD}${SPACE}){1,4}(?:${KINDS}|street|st|avenue|ave|road|rd|boulevard|blvd|lane)(?![\\p{L}\\p{N}])\\.?${CITY}`,
  'gu',
)
const STREET_THEN_NUMBER = /(?<![\p{L}\p{N}])\p{Lu}\p{L}{2,30}(?:straße|strasse|str\.|weg|gasse|allee|platz) \p{Nd}{1,4}[a-z]?(?![\p{L}\p{N}])/gu
const PO_BOX = /(?<![\p{L}\p{N}])P\.? ?O\.? ?Box \p{Nd}{1,7}/giu

const HAS_BRACKETED_AT = /[([{]at[)\]}]/i
const HAS_SPELLED_HOST = / at [\p{L}\p{N}-]+ dot /iu
const HAS_HOST = / at [\p{L}\p{N}.-]+\.\p{L}{2}/u
const HAS_PROFILE = /linkedin\.com\//i
const HAS_DIGITS = /\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}/u
const HAS_STREET = new RegExp(
  `\\p{Nd}[A-Za-z]?[ \u00a0](?:\\p{Lu}|\\p{Nd})[^"\n]{0,100}?[ \u00a0](?:${KINDS}|street|st|avenue|ave|road|rd|boulevard|blvd|lane)(?!\\p{L})`,
  'u',
)
const HAS_OTHER_PLACE = /(?:straße|strasse|str\.|weg|gasse|allee|platz) \p{Nd}|box \p{Nd}/iu

/** Each pattern, with a fast check for something text must contain to match it; most text fails the check. */
const PATTERNS: { token: string; may: (text: string) => boolean; pattern: RegExp; is?: (found: string) => boolean }[] = [
  { token: '[email]', may: (text) => text.includes('@'), pattern: EMAIL },
  { token: '[email]', may: (text) => HAS_BRACKETED_AT.test(text), pattern: BRACKETED },
  { token: '[email]', may: (text) => HAS_SPELLED_HOST.test(text), pattern: SPELLED_OUT },
  { token: '[email]', may: (text) => HAS_HOST.test(text), pattern: MAILBOX_AT_HOST },
  { token: '[profile]', may: (text) => HAS_PROFILE.test(text), pattern: PROFILE },
  { token: '[address]', may: (text) => HAS_STREET.test(text), pattern: STREET },
  { token: '[address]', may: (text) => HAS_OTHER_PLACE.test(text), pattern: STREET_THEN_NUMBER },
  { token: '[address]', may: (text) => HAS_OTHER_PLACE.test(text), pattern: PO_BOX },
  { token: '[phone]', may: (text) => HAS_DIGITS.test(text), pattern: DIGITS, is: isPhone },
]

/** Returns false only if text, or its JSON, certainly contains none. */
export function mayContainContacts(text: string): boolean {
  return PATTERNS.some(({ may }) => may(text))
}

/** Matches all email addresses, LinkedIn profiles, phone numbers and street addresses, no matter whose. */
export const CONTACTS: Replacement[] = PATTERNS.map(({ token, may, pattern, is = () => true }) => ({
  find: (text) => (may(text) ? rangesOf(pattern)(text).filter(({ start, end }) => is(text.slice(start, end))) : []),
  token,
}))

/** Requires a country code, or ten or seven digits in North American format. Years and dates aren't phone numbers. */
function isPhone(text: string): boolean {
  const digits = [...text.matchAll(/\p{Nd}/gu)].length
  const groups = text.split(/[^\p{Nd}]+/u).filter((group) => group !== '')
  if (groups.every((group) => /^(?:19|20)\p{Nd}{2}$/u.test(group)) || /^(?:19|20)\p{Nd}{2}[-./]\p{Nd}{2}[-./]\p{Nd}{2}$/u.test(text)) return false
  if (text.startsWith('+')) return digits >= 8
  return digits >= 10 || /^\p{Nd}{3}[-.\u2010-\u2013]\p{Nd}{4}$/u.test(text)
}
