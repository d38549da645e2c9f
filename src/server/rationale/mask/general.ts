import { CONTACTS } from '#server/people/mask/contact-details.ts'
import { rangesOf, type Replacement } from '#server/people/mask/disguise.ts'
import { PRONOUNS } from '#server/people/mask/masker.ts'
import { TRAITS } from './traits.ts'

const KIN =
  'husband|wife|spouse|partner|fianc[ée]e?|boyfriend|girlfriend|mother|father|mom|mum|dad|parents?|son|daughter|child|kids?|sister|brother|twin|aunt|uncle|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|grandson|granddaughter|in-law|ex'

/** Anything else that would reveal who the candidate is: contact details, relatives' names, protected characteristics, gendered words. */
export const GENERAL: Replacement[] = [
  ...CONTACTS,
  { find: rangesOf(/(?:https?:\/\/|www\.)[^\s<>"')\]]+|\blinkedin\.com\/[^\s<>"')\]]+/giu), token: '[link]' },
  { find: rangesOf(new RegExp(`(?<=\\b(?:${KIN}),?\\s)(?!(?:I|Dr|Mr|Ms|Mrs)\\b)\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)?`, 'gu')), token: '[relative]' },
  TRAITS,
  ...PRONOUNS,
  { find: rangesOf(/\b(?:men|women|gentlemen|ladies|guys|girls|boys)\b/giu), token: 'people' },
  { find: rangesOf(/\b(?:man|woman|gentleman|lady|guy|girl|boy|male|female|gal|dude|madam|sir|ma['’]am)\b/giu), token: 'person' },
]
