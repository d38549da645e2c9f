import { rangesOf, type TextRange, type Replacement } from '#server/people/mask/disguise.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

const CAPITAL = new Set(vocabulary.capital)
const ANY = new Set(vocabulary.any)
const MAX_WORDS = 4
const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu

/**
 * Phrasings too varied for word lists: 42 U.S.C. 2000e (race, color, religion, sex, national origin), 29 U.S.C. 621 (age), 42 U.S.C. 12101
 * (disability), 38 U.S.C. 4301 (military service), 42 U.S.C. 2000ff (genetic).
 */
const PHRASES = [
  // Age
  /\b(?:\d{2}|twenty|thirty|forty|fifty|sixty|seventy)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?[- ]+(?:years?[- ]old|yrs?[- ]old|y\/?o)\b|\baged? (?:of )?\d{2}\b|\b(?:early|mid|late)[- ](?:teens|(?:twen|thir|for|fif|six|seven)ties|[2-7]0['’]?s)\b|\bin (?:his|her|their|my) (?:teens|(?:twen|thir|for|fif|six|seven)ties|[2-7]0['’]?s)\b/giu,
  /\b(?:(?:too|quite|rather|very|so|pretty|a bit|looks?|seems?|is|was) (?:old|young|elderly|aged)|older|younger|elderly|middle[- ]aged|baby[- ]?boomer|boomer|millennial|gen[- ]?[xyz]|over the hill|(?:close to|near|nearing|past|approaching|about to hit) (?:retirement|retiring)|retirement age|(?:turn(?:s|ed|ing)?|over|under|almost|nearly|pushing|about) [2-7]\d(?= |[.,;!?]|$)(?! (?:minutes?|patients?|beds?|hours?|percent|days?|people|weeks?|months?|years?))|born in (?:19|20)\d\d|old enough to be|young enough to be|senior citizen|grandparent|grandmother|grandfather|grandma|grandpa|grandkids|grandchildren|gr[ae]y hair|his age|her age|their age)\b/giu,
  /\b(?:she|he|they|candidate|s\/he)(?: is| was|['’]s) (?:about |almost |nearly |only |around )?[2-7]\d\b(?!\s*(?:%|min|hours?|days?|weeks?|miles|percent))|\byoung (?:mother|father|mom|dad|parent|woman|man|lady|guy|girl|boy)\b|\bat [2-7]\d(?=,? (?:she|he|they)\b)|\bclass of (?:19|20)\d\d\b|\b(?:graduat\w+|degree|diploma) (?:of|in|from) (?:19\d\d|200\d)\b/giu,
  // Capitalization distinguishes these from ordinary words.
  /\b(?:[Bb]orn|[Rr]aised|[Gg]rew up|[Cc]omes?|[Cc]ame|[Mm]oved here|[Oo]riginally|[Hh]ails?|[Ff]amily is|[Pp]arents are|[Rr]oots) (?:in|from) (?:the )?(?=\p{Lu}\p{Ll})|\b(?:AIDS|ADD)\b/gu,
  // Family, pregnancy, sex, orientation
  /\b(?:pregnan\w*|expecting (?:a (?:baby|child)|twins|again|her|his|their|in (?:January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|fall|winter|the (?:spring|summer|fall|winter|new year)))|she(?: i|['’])s expecting(?=[.,;!]|$)|due date|maternity|paternity|parental leave|breast[- ]?feed\w*|nursing mother|lactat\w*|pumping|ivf|miscarr\w*|menopaus\w*|fertility|trying for a (?:baby|child|family)|start(?:ing)? a family|newborn at home|new (?:mom|dad|mother|father|baby)|married|unmarried|marriage|divorc\w*|separated from|widow\w*|engaged to be|fianc[ée]e?|wedding|honeymoon|single (?:mom|mum|mother|dad|father|parent)|(?:his|her|their|two|three|four|five|young|small|school[- ]age) (?:wife|husband|spouse|kids?|children|toddlers?|baby|babies|sons?|daughters?|boyfriend|girlfriend|twins)|child ?care|day ?care|mother of|father of|mom of|dad of|parent of|home with the kids|stay[- ]at[- ]home)\b/giu,
  /\b(?:gay|lesbian|bisexual\w*|homosexual\w*|heterosexual\w*|straight (?:man|woman|guy)|same[- ]sex|queer|lgbt\w*\+?|trans(?:gender\w*| (?:man|woman|person|nurse|candidate)|ition(?:ed|ing) (?:from|to) (?:male|female|a man|a woman))|non[- ]?binary|gender[- ](?:fluid|queer|identity|affirming)|pronouns|drag queen|sexual(?:ity| orientation)|asexual|cisgender|effeminate|butch|tomboy|ladylike|(?:his|her) (?:sex|gender)|for a (?:man|woman|girl|guy))\b/giu,
  // Race, color, origin
  /\b(?:race|racial\w*|ethnic\w*|african[- ]american|black(?= (?:man|woman|person|people|candidate|nurse|doctor|guy|girl|lady|male|female|applicant|church|community|student|mother|family|colleague|woman's))|white(?= (?:man|woman|person|people|candidate|nurse|doctor|guy|girl|lady|male|female|applicant))|(?:is|was|being|as) (?:an? )?(?:black|white|brown)(?= ?[.,;!?)]| and | or |$)|bipoc|people? of colou?r|(?:wom[ae]n|m[ae]n) of colou?r|bi-?racial|mixed[- ]race|multiracial|caucasian|hispanic\w*|latin[oaxe]s?|latinx|chican[oa]s?|asians?|african|caribbean|middle[- ]eastern\w*|pacific islander|islander|indigenous|native american|first nations|aboriginal|tribal|tribe|arabs?|desi|skin (?:colou?r|tone)|(?:dark|light|fair|brown|black|white)[- ]skin\w*|dreadlocks|locs|cornrows|braids|afro|hbcu|historically black)\b/giu,
  /\b(?:accents?|accented|broken english|english (?:is|was|as) (?:not )?(?:a |an |his |her |their )?(?:first|second|native)|second language|first language|mother tongue|native (?:speaker|language|tongue|country)|esl|non-native|foreign(?:er|ers|[- ]born|[- ]trained| accent| name| national)?|immigra\w*|emigra\w*|migrant|refugees?|asylum|green card|h-?1b|work visa|visa|citizenship|naturalized|undocumented|daca|dreamer|home country|back home in|overseas|nationality|ancestry|heritage|descent|deported|expat\w*)\b/giu,
  // Religion
  /\b(?:religio\w*|faith|church\w*|mosque|synagogue|temple|chapel|bible|quran|koran|torah|scripture|gospel|prayers?|pray(?:s|ed|ing)?|sabbath|ramadan|eid|lent|easter|diwali|yom kippur|rosh hashanah|passover|hanukkah|kwanzaa|shabbat|halal|kosher|hijab|niqab|burqa|headscarf|head ?scarf|turban|yarmulke|kippah|crucifix|cross (?:around|necklace)|rosary|bindi|islamic?|muslims?|moslem|christians?|christianity|catholics?|protestant|baptist|evangelical|pentecostal|methodist|lutheran|orthodox|jehovah\w*|witness(?:es)? of jehovah|mormons?|latter[- ]day|lds|adventist|jew(?:s|ish)?|judaism|hindus?|buddhis\w*|sikhs?|atheis\w*|agnostic\w*|born[- ]again|god|allah|jesus|christ|worship\w*|pastor|imam|rabbi|missionary|mission trip|believer|pagan|wicca\w*|scientolog\w*|devout|zen)\b/giu,
  // Disability and health, genetic information
  /\b(?:disab\w+|handicap\w*|wheelchair\w*|walks with a|crutch\w*|walking stick|(?:a|his|her|their) cane|uses a cane|limp(?:s|ed|ing)?|prosthe\w+|amput\w+|paraly\w+|hearing (?:aids?|loss|impair\w+|problem)|hard of hearing|deaf\w*|mute|cochlear|sign language|asl|blind(?:ness)?|low vision|visually impaired|vision loss|legally blind|one[- ]eyed|one eye|guide dog|service (?:dog|animal)|stutter\w*|stammer\w*|speech impediment|lisp|tourette\w*|tics?|dyslexi\w*|dyscalcul\w*|dysprax\w*|autis\w+|asperger\w*|on the spectrum|neuro(?:divergent|diverse|atypical)|adhd|bipolar|schizo\w+|depress(?:ed|ion|ive)|anxiety|anxious|panic attacks?|ptsd|ocd|eating disorder|anorexi\w+|bulimi\w+|mental (?:health|illness)|nervous breakdown|breakdown|burn(?:ed|t)? ?out leave|medical leave|fmla|sick leave|(?:in|sees a|seeing a|goes to|going to|been to) therap\w+|counseling|psychiatr\w+|antidepress\w+|ssri|insulin pump|inhaler|epi-?pen|on (?:medication|meds|disability|dialysis|chemo\w*)|chemo\w*|in remission|cancer(?: survivor)?|tumou?r|hiv|huntington\w*|hepatitis|diabet\w+|epilep\w+|seizures?|asthma\w*|lupus|crohn\w*|colitis|fibromyalgia|arthritis|migraines?|multiple sclerosis|parkinson\w*|sickle cell|celiac|long covid|chronic (?:pain|fatigue|illness|condition)|bad (?:back|knee|hip)|back (?:injury|surgery|problem\w*)|heart (?:condition|attack|surgery|disease)|transplant|pacemaker|overweight|obes\w+|fat|underweight|dwarfism|little person|health (?:condition|problem|issue|scare|history)s?|medical (?:condition|history|problem|issue)s?|own (?:diagnosis|illness|surgery|health)|recover(?:ing|y) (?:addict|alcoholic|from)|alcoholi\w+|addict\w*|sober\w*|rehab|in recovery|aa meetings?|accommodations?|genetic\w*|brca\w*|carrier of|carries the gene|family history|runs in (?:the|his|her|their) family)\b/giu,
  // Military service
  /\b(?:veterans?|vets?(?= ?[.,;!?)]|$| status| preference)|military|army|navy|marines?|marine corps|air force|coast guard|national guard|space force|reservist|(?:army|navy|military) reserves?|in the (?:service|reserves|guard)|served (?:in|two|three|four|five|six|eight|ten|his|her) (?:the |tours?|years? in)|tours? of duty|deploy(?:ed|ment|ments|ing)|combat|(?:dis)?honorabl[ey] discharg\w*|discharged? from|va (?:benefits|disability|rating)|gi bill|enlisted|boot camp|basic training|corpsman|medic in the|afghanistan|iraq|fallujah|kandahar|purple heart|usmc|usaf|active duty|service[- ]connected)\b/giu,
  // Union, leave, complaints: 29 U.S.C. 157, 29 U.S.C. 2615, 42 U.S.C. 2000e-3
  /\b(?:union (?:members?|membership|rep|reps|representatives?|stewards?|dues|card|organi[sz]\w*|activit\w*|activist|drive|meetings?)|(?:joined|joining|joins?|active in|belongs to|member of|voted for|organized|organizing) (?:the |a |an |his |her |their )?(?:nurses['’] )?union|(?:pro|anti)-union|unioni[sz]\w*|collective bargaining|shop steward|(?:was|is|been|went|going|goes|still) on (?:\w+ )?leave|leave of absence|(?:family|bereavement|caregiver) leave|took (?:\w+ ){0,2}leave|workers['’]? comp(?:ensation)?|eeoc|(?:filed|made) (?:a |an )?(?:discrimination|harassment|retaliation|osha) (?:complaint|charge|claim)|whistle-?blow\w*)\b/giu,
]

/** Attributions that drafts put before quotes and next to unfinished feedback: an interviewer's name reveals nothing about the candidate. */
const ATTRIBUTIONS = /^[^“\n]*\([^()\n]*\): (?=“)|^Not submitted yet, so it may change: .*$/gmu

/** Work idioms that use the same words. Only hints skip them; text sent to a model stays masked. */
const IDIOMS =
  /\b(?:race conditions?|(?:double|single)[- ]blind(?:ed)?|blind (?:spots?|to (?:the|any|that|this) (?:risks?|errors?|problems?|dangers?))|pregnant pauses?|deaf to (?:feedback|criticism|advice|complaints?)|religiously(?= (?:checked|kept|followed|documented|charted|logged))|disabled (?:the|an?) (?:alarms?|alerts?|accounts?|features?|monitors?))\b/giu

/** Returns the words that mention anyone's protected characteristic, without duplicates and without the names of people quoted. */
export function mentionsIn(written: string): string[] {
  const text = [ATTRIBUTIONS, IDIOMS].reduce((rest, pattern) => rest.replaceAll(pattern, (words) => '.'.repeat(words.length)), written)
  const words = findTraits(text).map(({ start, end }) => text.slice(start, end).trim())
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]
}

/** Returns where text mentions anyone's protected characteristic. The lists can't tell whose it is, so a mention of a patient's counts, too. */
export function findTraits(text: string): TextRange[] {
  return joined([...PHRASES.flatMap((pattern) => rangesOf(pattern)(text)), ...DISCLOSURES.flatMap((find) => find(text)), ...findListedWords(text)])
}

export const TRAITS: Replacement = { find: findTraits, token: '[personal detail]' }

function joined(places: TextRange[]): TextRange[] {
  const keptRanges: TextRange[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = keptRanges.at(-1)
    if (last && place.start < last.end) last.end = Math.max(last.end, place.end)
    else keptRanges.push({ ...place })
  }
  return keptRanges.filter(({ start, end }) => start < end)
}

function findListedWords(text: string): TextRange[] {
  const words = rangesOf(WORD)(text)
  return words.flatMap((_, first) => {
    for (let count = Math.min(MAX_WORDS, words.length - first); count > 0; count--) {
      const place = { start: words[first]!.start, end: words[first + count - 1]!.end }
      if (isListed(text.slice(place.start, place.end))) return [place]
    }
    return []
  })
}

function isListed(words: string): boolean {
  const forms = formsOf(words.toLowerCase().replace(/’/gu, "'").replace(/\s+/gu, ' '))
  return forms.some((form) => ANY.has(form) || (/^\p{Lu}/u.test(words) && CAPITAL.has(form)))
}

function formsOf(words: string): string[] {
  const bare = words.replace(/'s$/u, '')
  return [words, bare, bare.replace(/s$/u, ''), bare.replace(/ies$/u, 'y'), ...bare.split('-')]
}

/** Words that tend to appear near personal matters, however they're worded. */
const CUES =
  /\b(?:discriminat\w*|stereotyp\w*|minorit(?:y|ies)|diversity hire|background is|culture|cultural(?:ly)?|because (?:of )?(?:his|her|their|his\/her) (?:name|looks|age|health|background|condition)|private life|personal life|home life|family situation|born|native|homeland|diagnos(?:is|ed) (?:with|herself|himself)|condition (?:that|which|makes|means)|symptoms of (?:his|her|their)|lives with (?:a|an)|suffers? from|struggles? with (?:a|an|his|her|their)|(?:his|her|their|his\/her) (?:condition|illness|diagnosis|disease|surgery|treatment|medication|diagnoses)|served overseas|discharge papers|generation|digital native|energetic young|recent grad energy|biological clock)\b/iu

/** Returns whether a masked sentence might still reveal a protected characteristic and must be left out of the prompt. */
export const mayRevealTrait = (masked: string) => CUES.test(masked) || findTraits(masked).length > 0

const KIN = 'husband|wife|spouse|mother|father|mom|mum|dad|parents?|son|daughter|kids?|child|children|baby|twins|in-laws?|fianc[ée]e?|boyfriend|girlfriend'
const PERSON = 'man|woman|guy|girl|lady|boy|gentleman|male|female'
const COUNT = 'a|an|one|two|three|four|five|several|young|small|little|more|no|grown|teenage'

/** Everyday phrases, grouped by the characteristic they reveal. */
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
  // Capitalization distinguishes "Black" and "White" people from the colors.
  /\b(?:Black|White|Brown)(?= (?:\p{Ll}+ )?(?:nurse|man|woman|male|female|person|candidate|applicant|guy|lady|doctor|aide|tech|girl|family|church|community))/gu,
  // Religion
  /\b(?:sundown|ordained|deacon|fasts|(?:goes|went|going|attends?) (?:to )?(?:daily |Sunday |morning )?Mass|mission (?:to|in|work|trip)|seminary|pilgrimage|hajj|baptized|choir at (?:his|her|their)|holy (?:days?|week)|saved by|rosaries)\b/giu,
  // Health
  /\b(?:out of breath|very heavy(?= (?:and|but)|[.,;!?]|$)|rollator|walks with|brace on|in a (?:sling|cast|boot)|(?:herniated|slipped|bulging) (?:disc|disk)|hearing aids?|lost (?:a|an|his|her|their) (?:leg|arm|foot|hand|eye|finger|toe|breast|kidney)\w*|in (?:his|her|their) (?:leg|arm|back|knee|hip)|(?:months?|years?|weeks?|days?) (?:clean|sober)|tested positive|(?:two|three|a|had|several) (?:mild |minor |massive )?strokes?\b(?! (?:patient|unit|team|code|scale|alert|center|protocol|floor|certif))|blackouts?|fainting spells?|hospitali[sz]ed (?:for|in|last|twice)|sees a (?:therapist|shrink|psychiatrist|counselor|specialist)|(?:her|his|their) (?:therapist|psychiatrist|oncologist|meds))\b/giu,
  /\b(?:has|have|had|with|of) (?:severe |mild |early )?(?:MS|RA|IBS|PCOS|COPD|CHF|TBI|CFS|POTS|ALS|OCD|CP)\b/gu,
  // Genetic information
  /\b(?:hereditary|inherited (?:disease|condition|disorder)|carries (?:the|a|it)|may carry|sickle[- ]cell|brca-?\d?)\b/giu,
  // Military service
  /\b(?:(?:staff |master |first )?sergeant|lieutenant|corporal|petty officer|airman|infantry\w*|paratrooper|green beret|army ranger|navy seal|gulf war|vietnam (?:war|vet\w*)|desert storm|drills (?:one|on|with|a)|ex-military|armed forces|(?:left|joined|entered|in) the service)\b/giu,
  /\bSEALs?\b|\b(?:Fort|Camp) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?|\b\p{Lu}\p{Ll}+ (?:Air Force Base|AFB|Naval Station)\b|\b(?:pay|pension|benefits|rating|compensation|check) from the VA\b/gu,
]

/** Words with a different main meaning in WordNet. */
const MEDICINE = ['insulin', 'lithium', 'testosterone', 'estrogen', 'pills', 'meds', 'medication', 'murmur', 'heart murmur', 'tremor', 'shots', 'implant']
const MEDICAL = new Set([...vocabulary.medical, ...MEDICINE])
/** "She takes lithium" reveals her health; "she hung lithium" doesn't. */
const OWN =
  /\b(?:has|have|had|having|is on|was on|takes?|took|taking|uses?|used|wears?|wore|carries|needs?|needed|got|gave (?:him|her)self|lost|broke|injured|suffer(?:s|ed)? (?:from|with)|survived|beat|lives? with|living with|treated for|recover(?:s|ed|ing) from|underwent|diagnosed with|told (?:me|us) (?:about|of|he has|she has)|mentioned|bothered by|because of|hospitali[sz]ed (?:for|with))((?:\s+(?:an?|the|some|his|her|their|own|him|herself|himself|severe|mild|bad|chronic|constant|occasional|two|three|daily|recent|minor|major|mini|full|partial|new|old|sleep|heart|kidney|liver|back|knee|hip|wrist|shoulder|gastric|spinal))*\s+)([\p{L}-]+(?: [\p{L}-]+)?)/giu
/** If one of these follows, it's about work: "has sepsis training". */
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

/** Patterns for disclosures that are too varied for a word list. */
const DISCLOSURES: Replacement['find'][] = [...FORMS.map(rangesOf), medical]
