import { placesOf, type Place, type Replacement } from '#server/people/mask/disguise.ts'
import { DISCLOSURES } from './disclosures.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

const CAPITAL = new Set(vocabulary.capital)
const ANY = new Set(vocabulary.any)
const MAX_WORDS = 4
const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu

/**
 * Phrasings too varied for word lists: 42 U.S.C. 2000e (race, color, religion, sex, national origin), 29 U.S.C. 621 (age), 42 U.S.C. 12101
 * (disability), 38 U.S.C. 4301 (service), 42 U.S.C. 2000ff (genetic).
 */
const PHRASES = [
  // Age
  /\b(?:\d{2}|twenty|thirty|forty|fifty|sixty|seventy)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?[- ]+(?:years?[- ]old|yrs?[- ]old|y\/?o)\b|\baged? (?:of )?\d{2}\b|\b(?:early|mid|late)[- ](?:teens|(?:twen|thir|for|fif|six|seven)ties|[2-7]0['’]?s)\b|\bin (?:his|her|their|my) (?:teens|(?:twen|thir|for|fif|six|seven)ties|[2-7]0['’]?s)\b/giu,
  /\b(?:(?:too|quite|rather|very|so|pretty|a bit|looks?|seems?|is|was) (?:old|young|elderly|aged)|older|younger|elderly|middle[- ]aged|baby[- ]?boomer|boomer|millennial|gen[- ]?[xyz]|over the hill|(?:close to|near|nearing|past|approaching|about to hit) (?:retirement|retiring)|retirement age|(?:turn(?:s|ed|ing)?|over|under|almost|nearly|pushing|about) [2-7]\d(?= |[.,;!?]|$)(?! (?:minutes?|patients?|beds?|hours?|percent|days?|people|weeks?|months?|years?))|born in (?:19|20)\d\d|old enough to be|young enough to be|senior citizen|grandparent|grandmother|grandfather|grandma|grandpa|grandkids|grandchildren|gr[ae]y hair|his age|her age|their age)\b/giu,
  /\b(?:she|he|they|candidate|s\/he)(?: is| was|['’]s) (?:about |almost |nearly |only |around )?[2-7]\d\b(?!\s*(?:%|min|hours?|days?|weeks?|miles|percent))|\byoung (?:mother|father|mom|dad|parent|woman|man|lady|guy|girl|boy)\b|\bclass of (?:19|20)\d\d\b|\b(?:graduat\w+|degree|diploma) (?:of|in|from) (?:19\d\d|200\d)\b/giu,
  // Capitalization separates these from ordinary words.
  /\b(?:[Bb]orn|[Rr]aised|[Gg]rew up|[Cc]omes?|[Cc]ame|[Mm]oved here|[Oo]riginally|[Hh]ails?|[Ff]amily is|[Pp]arents are|[Rr]oots) (?:in|from) (?:the )?(?=\p{Lu}\p{Ll})|\b(?:AIDS|ADD)\b/gu,
  // Family, pregnancy, sex, orientation
  /\b(?:pregnan\w*|expecting (?:a (?:baby|child)|her|his|their)|due date|maternity|paternity|parental leave|breast[- ]?feed\w*|nursing mother|lactat\w*|pumping|ivf|miscarr\w*|menopaus\w*|fertility|trying for a (?:baby|child|family)|start(?:ing)? a family|newborn at home|new (?:mom|dad|mother|father|baby)|married|unmarried|marriage|divorc\w*|separated from|widow\w*|engaged to be|fianc[ée]e?|wedding|honeymoon|single (?:mom|mum|mother|dad|father|parent)|(?:his|her|their|two|three|four|five|young|small|school[- ]age) (?:wife|husband|spouse|kids?|children|toddlers?|baby|babies|sons?|daughters?|boyfriend|girlfriend|twins)|child ?care|day ?care|mother of|father of|mom of|dad of|parent of|home with the kids|stay[- ]at[- ]home)\b/giu,
  /\b(?:gay|lesbian|bisexual\w*|homosexual\w*|heterosexual\w*|straight (?:man|woman|guy)|same[- ]sex|queer|lgbt\w*\+?|trans(?:gender\w*| (?:man|woman|person|nurse|candidate)|ition(?:ed|ing) (?:from|to) (?:male|female|a man|a woman))|non[- ]?binary|gender[- ](?:fluid|queer|identity|affirming)|pronouns|drag queen|sexual(?:ity| orientation)|asexual|cisgender|effeminate|butch|tomboy|ladylike|(?:his|her) (?:sex|gender)|for a (?:man|woman|girl|guy))\b/giu,
  // Race, color, origin
  /\b(?:race|racial\w*|ethnic\w*|african[- ]american|black(?= (?:man|woman|person|people|candidate|nurse|doctor|guy|girl|lady|male|female|applicant|church|community|student|mother|family|colleague|woman's))|white(?= (?:man|woman|person|people|candidate|nurse|doctor|guy|girl|lady|male|female|applicant))|(?:is|was|being|as) (?:an? )?(?:black|white|brown)(?= ?[.,;!?)]| and | or |$)|bipoc|people? of colou?r|(?:wom[ae]n|m[ae]n) of colou?r|bi-?racial|mixed[- ]race|multiracial|caucasian|hispanic\w*|latin[oaxe]s?|latinx|chican[oa]s?|asians?|african|caribbean|middle[- ]eastern\w*|pacific islander|islander|indigenous|native american|first nations|aboriginal|tribal|tribe|arabs?|desi|skin (?:colou?r|tone)|(?:dark|light|fair|brown|black|white)[- ]skin\w*|dreadlocks|locs|cornrows|braids|afro|hbcu|historically black)\b/giu,
  /\b(?:accents?|accented|broken english|english (?:is|was|as) (?:not )?(?:a |an |his |her |their )?(?:first|second|native)|second language|first language|mother tongue|native (?:speaker|language|tongue|country)|esl|non-native|foreign(?:er|ers|[- ]born|[- ]trained| accent| name| national)?|immigra\w*|emigra\w*|migrant|refugees?|asylum|green card|h-?1b|work visa|visa|citizenship|naturalized|undocumented|daca|dreamer|home country|back home in|overseas|nationality|ancestry|heritage|descent|deported|expat\w*)\b/giu,
  // Religion
  /\b(?:religio\w*|faith|church\w*|mosque|synagogue|temple|chapel|bible|quran|koran|torah|scripture|gospel|prayers?|pray(?:s|ed|ing)?|sabbath|ramadan|eid|lent|easter|diwali|yom kippur|rosh hashanah|passover|hanukkah|kwanzaa|shabbat|halal|kosher|hijab|niqab|burqa|headscarf|head ?scarf|turban|yarmulke|kippah|crucifix|cross (?:around|necklace)|rosary|bindi|islamic?|muslims?|moslem|christians?|christianity|catholics?|protestant|baptist|evangelical|pentecostal|methodist|lutheran|orthodox|jehovah\w*|witness(?:es)? of jehovah|mormons?|latter[- ]day|lds|adventist|jew(?:s|ish)?|judaism|hindus?|buddhis\w*|sikhs?|atheis\w*|agnostic\w*|born[- ]again|god|allah|jesus|christ|worship\w*|pastor|imam|rabbi|missionary|mission trip|believer|pagan|wicca\w*|scientolog\w*|devout|zen)\b/giu,
  // Disability and health, genetic information
  /\b(?:disab\w+|handicap\w*|wheelchair\w*|walks with a|crutch\w*|walking stick|(?:a|his|her|their) cane|uses a cane|limp(?:s|ed|ing)?|prosthe\w+|amput\w+|paraly\w+|hearing (?:aids?|loss|impair\w+|problem)|hard of hearing|deaf\w*|mute|cochlear|sign language|asl|blind(?:ness)?|low vision|visually impaired|vision loss|legally blind|one[- ]eyed|one eye|guide dog|service (?:dog|animal)|stutter\w*|stammer\w*|speech impediment|lisp|tourette\w*|tics?|dyslexi\w*|dyscalcul\w*|dysprax\w*|autis\w+|asperger\w*|on the spectrum|neuro(?:divergent|diverse|atypical)|adhd|bipolar|schizo\w+|depress(?:ed|ion|ive)|anxiety|anxious|panic attacks?|ptsd|ocd|eating disorder|anorexi\w+|bulimi\w+|mental (?:health|illness)|nervous breakdown|breakdown|burn(?:ed|t)? ?out leave|medical leave|fmla|sick leave|(?:in|sees a|seeing a|goes to|going to|been to) therap\w+|counseling|psychiatr\w+|antidepress\w+|ssri|insulin pump|inhaler|epi-?pen|on (?:medication|meds|disability|dialysis|chemo\w*)|chemo\w*|in remission|cancer(?: survivor)?|tumou?r|hiv|huntington\w*|hepatitis|diabet\w+|epilep\w+|seizures?|asthma\w*|lupus|crohn\w*|colitis|fibromyalgia|arthritis|migraines?|multiple sclerosis|parkinson\w*|sickle cell|celiac|long covid|chronic (?:pain|fatigue|illness|condition)|bad (?:back|knee|hip)|back (?:injury|surgery|problem\w*)|heart (?:condition|attack|surgery|disease)|transplant|pacemaker|overweight|obes\w+|fat|underweight|dwarfism|little person|health (?:condition|problem|issue|scare|history)s?|medical (?:condition|history|problem|issue)s?|own (?:diagnosis|illness|surgery|health)|recover(?:ing|y) (?:addict|alcoholic|from)|alcoholi\w+|addict\w*|sober\w*|rehab|in recovery|aa meetings?|accommodations?|genetic\w*|brca\w*|carrier of|carries the gene|family history|runs in (?:the|his|her|their) family)\b/giu,
  // Service
  /\b(?:veterans?|vets?(?= ?[.,;!?)]|$| status| preference)|military|army|navy|marines?|marine corps|air force|coast guard|national guard|space force|reservist|(?:army|navy|military) reserves?|in the (?:service|reserves|guard)|served (?:in|two|three|four|five|six|eight|ten|his|her) (?:the |tours?|years? in)|tours? of duty|deploy(?:ed|ment|ments|ing)|combat|(?:dis)?honorabl[ey] discharg\w*|discharged? from|va (?:benefits|disability|rating)|gi bill|enlisted|boot camp|basic training|corpsman|medic in the|afghanistan|iraq|fallujah|kandahar|purple heart|usmc|usaf|active duty|service[- ]connected)\b/giu,
  // Union, leave, complaints: 29 U.S.C. 157, 29 U.S.C. 2615, 42 U.S.C. 2000e-3
  /\b(?:union (?:members?|membership|rep|reps|representatives?|stewards?|dues|card|organi[sz]\w*|activit\w*|activist|drive|meetings?)|(?:joined|joining|joins?|active in|belongs to|member of|voted for|organized|organizing) (?:the |a |an |his |her |their )?(?:nurses['’] )?union|(?:pro|anti)-union|unioni[sz]\w*|collective bargaining|shop steward|(?:was|is|been|went|going|goes|still) on (?:\w+ )?leave|leave of absence|(?:family|bereavement|caregiver) leave|took (?:\w+ ){0,2}leave|workers['’]? comp(?:ensation)?|eeoc|(?:filed|made) (?:a |an )?(?:discrimination|harassment|retaliation|osha) (?:complaint|charge|claim)|whistle-?blow\w*)\b/giu,
]

/** Attributions, as drafts put them before each quote and where feedback isn't final: an interviewer's name says nothing about the candidate. */
const ATTRIBUTIONS = /^[^“\n]*\([^()\n]*\): (?=“)|^Not submitted yet, so it may change: .*$/gmu

/** Returns the words that mention anyone's protected characteristic, without repeats, and excluding the names of people quoted. */
export function mentionsIn(written: string): string[] {
  const text = written.replaceAll(ATTRIBUTIONS, (line) => '.'.repeat(line.length))
  const words = findTraits(text).map(({ start, end }) => text.slice(start, end))
  return [...new Map(words.map((one) => [one.toLowerCase(), one])).values()]
}

/** Returns where a text mentions anyone's protected characteristic. The lists can't tell whose it is, so a patient's counts too. */
export function findTraits(text: string): Place[] {
  return joined([...PHRASES.flatMap((pattern) => placesOf(pattern)(text)), ...DISCLOSURES.flatMap((find) => find(text)), ...listed(text)])
}

export const TRAITS: Replacement = { find: findTraits, token: '[personal detail]' }

function joined(places: Place[]): Place[] {
  const kept: Place[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last && place.start < last.end) last.end = Math.max(last.end, place.end)
    else kept.push({ ...place })
  }
  return kept.filter(({ start, end }) => start < end)
}

function listed(text: string): Place[] {
  const words = placesOf(WORD)(text)
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

/** Words that tend to appear near personal matters, however those are worded. */
const CUES =
  /\b(?:discriminat\w*|stereotyp\w*|minorit(?:y|ies)|diversity hire|background is|culture|cultural(?:ly)?|because (?:of )?(?:his|her|their|his\/her) (?:name|looks|age|health|background|condition)|private life|personal life|home life|family situation|born|native|homeland|diagnos(?:is|ed) (?:with|herself|himself)|condition (?:that|which|makes|means)|symptoms of (?:his|her|their)|lives with (?:a|an)|suffers? from|struggles? with (?:a|an|his|her|their)|(?:his|her|their|his\/her) (?:condition|illness|diagnosis|disease|surgery|treatment|medication|diagnoses)|served overseas|discharge papers|generation|digital native|energetic young|recent grad energy|biological clock)\b/iu

/** Returns whether a masked sentence may still reveal a protected characteristic and so is left out of the prompt. */
export const mayRevealTrait = (masked: string) => CUES.test(masked) || findTraits(masked).length > 0
