import { MAX_MATCHES, type FoundApplicant } from '#contract/applicants/find-applicants.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import { REFERENCE_LETTERS } from '#server/db/tables.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { listContaining, listFound, listSimilar, type FoundRow, type SearchTerms } from './find-store.ts'
import { emailKey, linkedinKey, nameKey } from '#contract/applications/person-keys.ts'
import { findPhoneNumbers } from '#contract/text/phone-numbers.ts'

/**
 * Finds applicants across roles by number, reference and alias and, when identities may be shown, by name, email, profile or phone number, including
 * from a pasted signature or with typos; each person is then one row. The audit trail records who was shown by name, but not the search text.
 */
export async function findApplicants(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { text, identifiable }: { text: string; identifiable: boolean },
): Promise<FoundApplicant[]> {
  const { scope } = caller
  const terms = termsOf(text, identifiable)
  const details = detailsOf(terms)
  const exact = details ? await listFound(db, scope, details) : []
  const matches = exact.length > 0 ? exact : await listFound(db, scope, terms)
  const words = identifiable && matches.length === 0 ? wordsIn(text) : []
  const found = words.length > 0 ? await listContaining(db, scope, words) : matches
  if (!identifiable) return found.slice(0, MAX_MATCHES).map((one) => viewOf(NO_ONE, viewerOf(env, { identifiable })).show('name', one))
  const mistyped = found.length === 0 ? similarNamePatterns(text) : null
  const people = peopleOf(mistyped ? await listSimilar(db, scope, mistyped) : found).slice(0, MAX_MATCHES)
  if (people.length > 0) {
    const facts = { user_session_ids: people.flat().map((one) => one.user_session_id) }
    await recordRead(db, caller, { action: 'applicants.found', subject_kind: 'applicants', facts })
  }
  return people.map(present)
}

/** Groups applications by person, in order of best match; applications by one person share an address or profile. */
function peopleOf(rows: FoundRow[]): FoundRow[][] {
  const people: FoundRow[][] = []
  for (const row of rows) {
    const isSame = (one: FoundRow) =>
      (one.email_key !== null && one.email_key === row.email_key) || (one.linkedin_key !== null && one.linkedin_key === row.linkedin_key)
    const person = people.find((group) => group.some(isSame))
    if (person) person.push(row)
    else people.push([row])
  }
  return people
}

/** Returns a person, represented by their most recently active application. */
function present(applications: FoundRow[]): FoundApplicant {
  const [latest] = applications.toSorted((one, other) => Date.parse(other.last_activity_at) - Date.parse(one.last_activity_at))
  const { email_key: _email, linkedin_key: _linkedin, in_full: _full, last_activity_at, ...shown } = latest!
  return { ...shown, last_activity_at: new Date(last_activity_at).toISOString(), applications: applications.length }
}

const ADDRESS = /[^\s<>(),;:"'@]+@[^\s<>(),;:"'@]+\.[^\s<>(),;:"'.@]+/g
const PROFILE = /(?:https?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\/[^\s<>"',;)]+|\bin\/[\w-]+/gi
/** A reference, alone or inside a sentence, in upper or lower case, possibly split in two. */
const REFERENCE = new RegExp(`(?<!\\w-?)[${REFERENCE_LETTERS}]{4}[ -]?[${REFERENCE_LETTERS}]{4}(?!-?\\w)`, 'i')
/** Separators between lines of a signature, including one pasted as a single line. */
const LINES = /[\n\r,;|•·]+|\s{3,}/
/** A signature's job title and city look like names too, but the name comes first. */
const MAX_NAMES = 2
const EMPTY = { names: [], lastNames: [], emails: [], addresses: [], profiles: [], phones: [] }

/** Everything that typed or pasted text could mean. With names hidden, only terms that don't identify anyone: a number, a reference, an alias. */
function termsOf(text: string, identifiable: boolean): SearchTerms {
  const code = /^(?:applicant )?([0-9a-f]{1,4}(?:-\d{0,6})?)$/i.exec(text)?.[1]
  const reference = REFERENCE.exec(text) ?? REFERENCE.exec(text.replace(/[\s-]/g, ''))
  return {
    reference: reference ? reference[0].replace(/[\s-]/g, '').toUpperCase() : null,
    id: /^\d{1,9}$/.test(text) ? Number(text) : null,
    alias: code ? `Applicant ${code.toUpperCase()}` : null,
    ...(identifiable ? personOf(text) : EMPTY),
  }
}

function personOf(text: string): Omit<SearchTerms, 'id' | 'reference' | 'alias'> {
  const found = text.match(ADDRESS) ?? []
  const profiles = text.match(PROFILE) ?? []
  const names = namesOf(inNameOrder(text))
  const isLine = !LINES.test(text)
  return {
    // Includes the spelling as typed: last names are indexed with their accents.
    names: [...new Set([...names, ...names.flatMap(swapNames), ...(isLine ? [text.toLowerCase()] : [])])],
    lastNames: names.flatMap((name) => name.split(' ').slice(-1)).filter((word) => word.length > 1),
    emails: isLine && !/\s/.test(text) ? [text.toLowerCase()] : [],
    addresses: found.flatMap((one) => emailKey(one.replace(/^mailto:/i, '')) ?? []),
    profiles: profiles.flatMap((one) => linkedinKey(one) ?? []),
    phones: findPhoneNumbers(text),
  }
}

/** Lines of a pasted email that look like names but never are. */
const NOT_A_NAME =
  /^(?:(?:hi|hello|hey|dear)(?: .*)?|(?:many )?thanks?(?: you)?(?: (?:so|very) much)?(?: again)?|(?:all the |my )?best|(?:(?:best|kind|kindest|warm|warmest) )?(?:regards|wishes)|(?:yours )?(?:sincerely|truly|respectfully|faithfully)(?: yours)?|cheers|sent from .*)$/i
const GREETING = /^(?:hi|hello|hey|dear)\s+(?=\S+\s+\S)/i
const TITLE = /^(?:dr|mr|mrs|ms|prof)\.?\s+/i
/** A degree or license after a name, such as `RN`; some people also write their last name this way. */
const CREDENTIAL = /^[A-Z][A-Z.-]*[A-Z]\.?$/
/** Up to four words, then credentials; longer lines are sentences. */
const MAX_WORDS = 8
const NAME = /^\p{L}[\p{L}\p{M}'’.-]{0,49}(?:\s+\p{L}[\p{L}\p{M}'’.-]{0,49}){0,3}$/u

/** Reorders "Meyer, Anna", but not "Best, Anna Meyer". */
function inNameOrder(text: string): string {
  const [, last, first] = /^([^,;|\n]+),[^\S\n]*([^,;|\n]+)$/.exec(text) ?? []
  return last === undefined || first === undefined || [last, first].some((side) => NOT_A_NAME.test(side.trim())) ? text : `${first} ${last}`
}

/** Lines that could be a name, each way they can be read: one to four words, letters only. The sender of an email comes before the person it greets. */
function namesOf(text: string): string[] {
  const all = text.split(LINES).map((line) => line.trim())
  const ordered = all.toSorted((one, other) => Number(GREETING.test(one)) - Number(GREETING.test(other)))
  const lines = ordered.map((line) => line.replace(GREETING, '').replace(TITLE, '')).filter((line) => all.length === 1 || !NOT_A_NAME.test(line))
  const named = [...new Set(lines)].map((line) => readingsOf(line).flatMap((reading) => foldName(reading) ?? [])).filter((names) => names.length > 0)
  return [...new Set(named.slice(0, MAX_NAMES).flat())]
}

/** The line without credentials, then with one more at a time, because the last name may be in capitals. */
function readingsOf(line: string): string[] {
  const words = line.split(/\s+/)
  if (words.length > MAX_WORDS) return []
  const afterName = words.findLastIndex((word, index) => index < 2 || !CREDENTIAL.test(word)) + 1
  return words.flatMap((_word, index) => (index + 1 < afterName ? [] : words.slice(0, index + 1).join(' '))).filter((reading) => NAME.test(reading))
}

function foldName(line: string): string | undefined {
  return nameKey(line, 'x')?.slice(0, -2)
}

/** Both "meyer anna" and "anna meyer". */
function swapNames(name: string): string[] {
  const words = name.split(' ')
  return words.length === 2 ? [`${words[1]} ${words[0]}`] : []
}

/** The words of a possible name, without hyphens and other punctuation. */
function wordsIn(text: string): string[] {
  return (namesOf(text)[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)
}

/** With one letter changed, shorter words match too many others. */
const MIN_NAME_LENGTH = 4

/** Only the contact details, or null if there are none. They identify one person, even if others have the same name. */
function detailsOf(terms: SearchTerms): SearchTerms | null {
  const { addresses, profiles, phones } = terms
  return addresses.length + profiles.length + phones.length === 0 ? null : { id: null, reference: null, alias: null, ...EMPTY, addresses, profiles, phones }
}

/** Patterns for an added, missing, changed or swapped letter in each word; null if all words are too short. */
function similarNamePatterns(text: string): { patterns: string[]; letters: string[] } | null {
  const words = (namesOf(text)[0] ?? '').split(' ').filter((word) => word !== '')
  if (!words.some((word) => word.length >= MIN_NAME_LENGTH)) return null
  return { patterns: words.map(patternOf), letters: [...new Set(words.flatMap((word) => [...(SIMILAR_LETTERS[word[0]!] ?? word[0]!)]))] }
}

/** Letters that sound alike in a name someone only heard; these don't count as typos. */
const SIMILAR_LETTERS: Record<string, string> = { v: 'vw', w: 'vw', k: 'kq', q: 'kq' }

function patternOf(word: string): string {
  const letters = [...word].map((letter) => (SIMILAR_LETTERS[letter] ? `[${SIMILAR_LETTERS[letter]}]` : letter.replace(/[^\p{L}\p{N}]/u, '.')))
  if (letters.length < MIN_NAME_LENGTH) return `(^|[ -])${letters.join('')}`
  const at = (index: number, put: string, gone: number) => [...letters.slice(0, index), put, ...letters.slice(index + gone)].join('')
  const variants = letters.flatMap((letter, index) => [
    at(index, '.', 1),
    at(index, '', 1),
    at(index, `.${letter}`, 1),
    ...(index + 1 < letters.length ? [at(index, letters[index + 1]! + letter, 2)] : []),
  ])
  return `(^|[ -])(${[...new Set([...variants, `${letters.join('')}.`])].join('|')})([ -]|$)`
}
