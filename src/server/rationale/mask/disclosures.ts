import { placesOf, type Replacement } from '#server/people/mask/disguise.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

const KIN = 'husband|wife|spouse|mother|father|mom|mum|dad|parents?|son|daughter|kids?|child|children|baby|twins|in-laws?|fianc[ée]e?|boyfriend|girlfriend'
const PERSON = 'man|woman|guy|girl|lady|boy|gentleman|male|female'
const COUNT = 'a|an|one|two|three|four|five|several|young|small|little|more|no|grown|teenage'

/** Everyday phrases by the characteristic they reveal. */
const FORMS = [
  // Age
  /\b(?:over|under|past|nearly|almost|about|around|probably|maybe|at least|going on|pushing|turning|turned|is|was|be|being) (?:[2-7]\d|twenty|thirty|forty|fifty|sixty|seventy)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?(?=\s*(?:[.,;!?)]|$|and\b|or\b|but\b|going\b))/giu,
  /\b(?:at (?:his|her|their|that|this) age|before I was born|spring chicken|long in the tooth|wet behind the ears|fresh out of (?:school|college)|retir(?:e|es|ing)|(?:just |still |basically )?a (?:mere |real )?kid\b|no longer young|not (?:that )?young|getting on in years)\b/giu,
  /\b(?:could|might) be my (?:father|mother|dad|mom|son|daughter|grandmother|grandfather|kid)\b|\b19[3-9]\d\b|\b(?:first|second|third)[- ]generation\b/giu,
  // Family and marriage
  new RegExp(
    `\\b(?:his|her|their|my|your|the candidate['’]s) (?:own |late |ex-?|former |elderly |sick |aging |first |second |third |youngest |oldest |new )*(?:${KIN})\\b`,
    'giu',
  ),
  new RegExp(`\\b(?:ha(?:s|ve|d|ving)|raising|raised|with|wants?|expecting|became|become|is|as) (?:(?:${COUNT}) )*(?:${KIN})\\b`, 'giu'),
  /\b(?:custody|foster (?:parent|mother|father|child|kid|care)\w*|(?:adopted|adopting|adoptive) (?:a |two |his |her |their )?(?:child|children|baby|son|daughter|parent)|(?:weeks|months) along|(?:got|is|was|recently|newly|just) engaged(?! (?:in|with|by))|lives alone|(?:to|can|could|needs? to|place to|time to) pump(?! (?:the|a|in|up))|breaks? to pump|childless|child-free|caregiver (?:for|to) (?:his|her|their))\b/giu,
  // Orientation, gender, sex
  /\b(?:came out (?:last|as|to|in|at|when)|is (?:openly )?bi|pride (?:pin|flag|parade|month|event|sticker)|(?:they\/them|she\/her|he\/him|ze\/hir)|transition(?:ed|ing)(?= (?:in|at|last|years|after|when|before|during)|[.,;!?]|$)|used to be a (?:man|woman|girl|boy)|same sex)\b/giu,
  new RegExp(`\\b(?:as a|rather (?:have|hire|see)(?: \\w+)? a|(?:need|want|prefer|looking for)(?:s|ed)? an? (?:\\w+ )?|for a) ?(?:${PERSON})\\b`, 'giu'),
  new RegExp(
    `\\b(?:hormonal|pms|time of the month|girly|manly|feminine|masculine|womanly|(?:pretty|attractive|beautiful|handsome|sexy) (?:${PERSON}|face|young))\\b`,
    'giu',
  ),
  // Origin and race
  /\b(?:(?:third|fourth) language|passport|old country|minorit(?:y|ies)|ethnic|complexion|token (?:hire|minority)|(?:his|her|their) people (?:are|came|come)|(?:his|her|their|the) family (?:fled|came|emigrated|immigrated)|fled|Soviet Union|USSR|Yugoslavia|Czechoslovakia|Persia|Burma|Kurdistan|Tibet|brown[- ]skinned|kreyol|creole|patois|spanglish)\b/giu,
  // Capitalization separates "Black" and "White" the people from the colors.
  /\b(?:Black|White|Brown)(?= (?:\p{Ll}+ )?(?:nurse|man|woman|male|female|person|candidate|applicant|guy|lady|doctor|aide|tech|girl|family|church|community))/gu,
  // Faith
  /\b(?:sundown|ordained|deacon|fasts|(?:goes|went|going|attends?) (?:to )?(?:daily |Sunday |morning )?Mass|mission (?:to|in|work|trip)|seminary|pilgrimage|hajj|baptized|choir at (?:his|her|their)|holy (?:days?|week)|saved by|rosaries)\b/giu,
  // Health
  /\b(?:out of breath|very heavy(?= (?:and|but)|[.,;!?]|$)|rollator|walks with|brace on|in a (?:sling|cast|boot)|(?:herniated|slipped|bulging) (?:disc|disk)|hearing aids?|lost (?:a|an|his|her|their) (?:leg|arm|foot|hand|eye|finger|toe|breast|kidney)\w*|in (?:his|her|their) (?:leg|arm|back|knee|hip)|(?:months?|years?|weeks?|days?) (?:clean|sober)|tested positive|(?:two|three|a|had|several) (?:mild |minor |massive )?strokes?\b(?! (?:patient|unit|team|code|scale|alert|center|protocol|floor|certif))|blackouts?|fainting spells?|hospitali[sz]ed (?:for|in|last|twice)|sees a (?:therapist|shrink|psychiatrist|counselor|specialist)|(?:her|his|their) (?:therapist|psychiatrist|oncologist|meds))\b/giu,
  /\b(?:has|have|had|with|of) (?:severe |mild |early )?(?:MS|RA|IBS|PCOS|COPD|CHF|TBI|CFS|POTS|ALS|OCD|CP)\b/gu,
  // Genes
  /\b(?:hereditary|inherited (?:disease|condition|disorder)|carries (?:the|a|it)|may carry|sickle[- ]cell|brca-?\d?)\b/giu,
  // Service
  /\b(?:(?:staff |master |first )?sergeant|lieutenant|corporal|petty officer|airman|infantry\w*|paratrooper|green beret|army ranger|navy seal|gulf war|vietnam (?:war|vet\w*)|desert storm|drills (?:one|on|with|a)|ex-military|armed forces|(?:left|joined|entered|in) the service)\b/giu,
  /\bSEALs?\b|\b(?:Fort|Camp) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?|\b\p{Lu}\p{Ll}+ (?:Air Force Base|AFB|Naval Station)\b|\b(?:pay|pension|benefits|rating|compensation|check) from the VA\b/gu,
]

/** These have other main meanings in WordNet. */
const MEDICINE = ['insulin', 'lithium', 'testosterone', 'estrogen', 'pills', 'meds', 'medication', 'murmur', 'heart murmur', 'tremor', 'shots', 'implant']
const MEDICAL = new Set([...vocabulary.medical, ...MEDICINE])
/** "She takes lithium" reveals her health; "she hung lithium" doesn't. */
const OWN =
  /\b(?:has|have|had|having|is on|was on|takes?|took|taking|uses?|used|wears?|wore|carries|needs?|needed|got|gave (?:him|her)self|lost|broke|injured|suffer(?:s|ed)? (?:from|with)|survived|beat|lives? with|living with|treated for|recover(?:s|ed|ing) from|underwent|diagnosed with|told (?:me|us) (?:about|of|he has|she has)|mentioned|bothered by|because of|hospitali[sz]ed (?:for|with))((?:\s+(?:an?|the|some|his|her|their|own|him|herself|himself|severe|mild|bad|chronic|constant|occasional|two|three|daily|recent|minor|major|mini|full|partial|new|old|sleep|heart|kidney|liver|back|knee|hip|wrist|shoulder|gastric|spinal))*\s+)([\p{L}-]+(?: [\p{L}-]+)?)/giu
/** When one of these follows, it refers to the work: "has sepsis training". */
const AT_WORK =
  /^\s+(?:care|experience|skills?|training|knowledge|protocols?|certif\w+|background|teams?|units?|patients?|residents?|cases?|management|center|clinic|procedures?|programs?|nurs\w+|tech\w*|class\w*|assessments?|polic\w+|scales?|control|prevention|questions?|scenario|orders?|doses?|charts?|rounds?|checks?)\b/iu

function medical(text: string) {
  return [...text.matchAll(OWN)].flatMap((match) => {
    const [whole, , words = ''] = match
    const [first = ''] = words.split(' ')
    const named = [words, first].find((one) => MEDICAL.has(one.toLowerCase()) || MEDICAL.has(one.toLowerCase().replace(/s$/u, '')))
    if (named === undefined) return []
    const start = match.index + whole.length - words.length
    const end = start + named.length
    return AT_WORK.test(text.slice(end)) ? [] : [{ start, end }]
  })
}

/** Finders for disclosures that come in too many forms for a word list. */
export const DISCLOSURES: Replacement['find'][] = [...FORMS.map(placesOf), medical]
