import { type Replacement, placesOf } from './names.ts'
import { TRAITS } from './traits.ts'

const KIN =
  'husband|wife|spouse|partner|fianc[ée]e?|boyfriend|girlfriend|mother|father|mom|mum|dad|parents?|son|daughter|child|kids?|sister|brother|twin|aunt|uncle|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|grandson|granddaughter|in-law|ex'

const AFTER_HER =
  'about|above|across|after|again|all|alone|always|an|and|any|anything|are|around|as|at|back|because|been|before|being|but|by|down|during|either|even|every|everything|first|for|from|get|go|here|how|if|in|into|is|it|just|later|like|more|myself|never|no|not|now|of|off|on|once|only|or|out|over|really|several|so|something|such|than|that|the|then|there|they|this|three|through|till|to|today|together|too|twice|under|until|up|very|was|we|well|were|what|when|where|whether|which|while|who|whose|why|will|with|without|yesterday|yet|you|I'

/** What else would tell who the candidate is, first the longest forms: contact data, relatives' names, protected characteristics, gendered words. "s/he" fits every verb, as "they" doesn't. */
export const GENERAL: Replacement[] = [
  { find: placesOf(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu), token: '[email]' },
  { find: placesOf(/(?:https?:\/\/|www\.)[^\s<>"')\]]+|\blinkedin\.com\/[^\s<>"')\]]+/giu), token: '[link]' },
  { find: placesOf(/(?<![\p{L}\p{N}])\+?\d(?:[\s().-]{0,2}\d){8,14}(?!\d)/gu), token: '[phone]' },
  { find: placesOf(new RegExp(`(?<=\\b(?:${KIN}),?\\s)(?!(?:I|Dr|Mr|Ms|Mrs)\\b)\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)?`, 'gu')), token: '[relative]' },
  TRAITS,
  { find: placesOf(/\b(?:himself|herself)\b/giu), token: 'him/herself' },
  { find: placesOf(/\bhers\b|\bhis\b(?=\s*(?:[.,;:!?)]|$))/giu), token: 'his/hers' },
  { find: placesOf(new RegExp(`\\bhim\\b|\\bher\\b(?=\\s*(?:$|[^\\p{L}\\s'’])|\\s+(?:${AFTER_HER})\\b)`, 'giu')), token: 'him/her' },
  { find: placesOf(/\b(?:his|her)\b/giu), token: 'his/her' },
  { find: placesOf(/\b(?:he|she)\b/giu), token: 's/he' },
  { find: placesOf(/\b(?:men|women|gentlemen|ladies|guys|girls|boys)\b/giu), token: 'people' },
  { find: placesOf(/\b(?:man|woman|gentleman|lady|guy|girl|boy|male|female|gal|dude|madam|sir|ma['’]am)\b/giu), token: 'person' },
]
