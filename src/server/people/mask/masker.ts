import { NAME_MASK } from '#contract/applicants/applicants.ts'
import { CONTACTS, mayContainContacts } from './contact-details.ts'
import { disguise, rangesOf, type MaskedText, type Replacement } from './disguise.ts'
import { addressesOf, personFinder, type KnownIdentity } from './find-person.ts'
import { lazily } from './lazily.ts'

const AFTER_HER =
  'about|above|across|after|again|all|alone|always|an|and|any|anything|are|around|as|at|back|because|been|before|being|but|by|down|during|either|even|every|everything|first|for|from|get|go|here|how|if|in|into|is|it|just|later|like|more|myself|never|no|not|now|of|off|on|once|only|or|out|over|really|several|so|something|such|than|that|the|then|there|they|this|three|through|till|to|today|together|too|twice|under|until|up|very|was|we|well|were|what|when|where|whether|which|while|who|whose|why|will|with|without|yesterday|yet|you|I'

/** Matches whole words. Markdown's underscores aren't part of one, unlike in `\b`. */
const wholeWord = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`
const pronoun = (pattern: string) => rangesOf(new RegExp(pattern, 'giu'))

/** "s/he" fits every verb; "they" doesn't. */
export const PRONOUNS: Replacement[] = [
  { find: pronoun(wholeWord('himself|herself')), token: 'him/herself' },
  { find: pronoun(`${wholeWord('hers')}|${wholeWord('his')}(?=\\s*(?:[.,;:!?)]|$))`), token: 'his/hers' },
  { find: pronoun(`${wholeWord('him')}|${wholeWord('her')}(?=\\s*(?:$|[^\\p{L}\\s'’_])|\\s+(?:${AFTER_HER})\\b)`), token: 'him/her' },
  { find: pronoun(wholeWord('his|her')), token: 'his/her' },
  { find: pronoun(wholeWord('he|she')), token: 's/he' },
]
const HAS_PRONOUN = new RegExp(wholeWord('s?he|hi[ms]|hers?|himself|herself'), 'iu')

/** Returns replacements for the person's names and own addresses, for viewers and model prompts; contact details and pronouns are separate. */
export function personReplacements(known: KnownIdentity, token: string = NAME_MASK): Replacement[] {
  const person = personFinder(known)
  return [
    { find: person.find, token },
    { find: addressesOf(person), token: '[email]' },
  ]
}

/**
 * Masks one person in text: names become `[name]`, so sentences still read well, and every email address, LinkedIn profile, phone number and street address
 * is masked; with `hidesPronouns`, he and she are too. The rest stays as is. `mayChange` also accepts the text's JSON and returns false only if nothing would
 * certainly change.
 */
export type Masker = {
  mayChange: (text: string) => boolean
  hide: (text: string) => string
  nameless: (text: string) => string
  mask: (text: string) => MaskedText
  /** For the location of an interview: street addresses, which are the employer's, and digits in links aren't masked. */
  maskPlace: (text: string) => MaskedText
}

/** About as many as the longest list has rows, because building a masker costs more than using it; each takes 2.6 KB. */
const MAX_KEPT = 6000
/** Lists are read again within minutes; without a limit, everyone who ever applied would fill the cache. */
const IDLE_MS = 5 * 60_000
/** Least recently used first. */
const cache = new Map<string, { masker: Masker; usedAt: number }>()

export function maskerOf({ first_name, last_name, email, linkedin_profile_url, also = null }: KnownIdentity, { hidesPronouns = false } = {}): Masker {
  const key = [first_name, last_name, email, linkedin_profile_url, also, hidesPronouns].join('\u0000')
  const usedAt = performance.now()
  const masker = cache.get(key)?.masker ?? newMasker({ first_name, last_name, email, linkedin_profile_url, also }, hidesPronouns)
  cache.delete(key)
  cache.set(key, { masker, usedAt })
  for (const [oldest, one] of cache) {
    if (cache.size <= MAX_KEPT && usedAt - one.usedAt < IDLE_MS) break
    cache.delete(oldest)
  }
  return masker
}

/** JSON escapes such as \n and \t, whose letter would otherwise run into the next word. */
const ESCAPED = /\\(?:u[0-9a-f]{4}|[bfnrt])/gi

function newMasker(known: KnownIdentity, hidesPronouns: boolean): Masker {
  const person = personFinder(known)
  // Contact details go first, because an address that contains the name is still an address.
  const replacements = lazily(() => [
    ...CONTACTS,
    { find: person.find, token: NAME_MASK },
    { find: addressesOf(person), token: '[email]' },
    ...(hidesPronouns ? PRONOUNS : []),
  ])
  const mayBe = (text: string) => mayContainContacts(text) || (hidesPronouns && HAS_PRONOUN.test(text)) || person.mayBeIn(text)
  const mayChange = (text: string) => mayBe(text) || (text.includes('\\') && mayBe(text.replace(ESCAPED, ' ')))
  const mask = (text: string) => disguise(text, replacements(), { keepsRest: true })
  const inPlaces = lazily(() => replacements().flatMap((one) => (one.token === '[address]' ? [] : one.token === '[phone]' ? outsideLinks(one) : one)))
  const maskPlace = (text: string) => disguise(text, inPlaces(), { keepsRest: true })
  const nameless = (text: string) => disguise(text, [{ find: person.find, token: NAME_MASK }], { keepsRest: true }).text
  return { mayChange, mask, maskPlace, nameless, hide: (text) => (mayChange(text) ? mask(text).text : text) }
}

const LINK_BEFORE = /https?:\/\/\S*$/i

/** The meeting number in a link isn't a phone number. */
function outsideLinks({ find, token }: Replacement): Replacement {
  return { token, find: (text) => find(text).filter(({ start }) => !LINK_BEFORE.test(text.slice(0, start))) }
}
