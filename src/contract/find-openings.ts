import { PLACES } from './licenses/places.ts'
import { LOCATION_LABEL } from './pages.ts'
import { FILTERS, isFiltered, NO_FILTERS, type Filters } from './openings.ts'
import { TRADE_WORDS } from './trade-words.ts'

/** The searchable parts of an opening; `text` is its description without markup. */
export type Opening = { title: string; department: string; specialty: string; shift: string; states: string[]; text: string }

/** The weight of a word by where it appears; a place counts only in the title and among the licenses. */
const TITLE_WEIGHT = 4
const FACT_WEIGHT = 3
const TEXT_WEIGHT = 1
/** A prefix match counts less than a whole word. */
const PREFIX_WEIGHT = 0.5

type WeightedWords = {
  /** The highest weight of each word; likewise for the maps below. */
  words: Map<string, number>
  /** Groups in `TRADE_WORDS`. */
  trades: Map<number, number>
  places: Map<string, number>
}
/** `read` takes a tenth of a second for 500 openings, so it's deferred until the first search. */
export type OpeningsIndex = { openings: Opening[]; read: () => { words: WeightedWords[]; known: Map<string, number> } }

/** One search word, or several that form a name; `words` is empty if only that place or trade should match. */
type Term = { words: string[]; place: string | undefined; trade: number | undefined }

export type OpeningsResult = {
  /** Positions in the index, best match first; ties keep the index's order. */
  found: number[]
  /** The search used instead of the one typed. */
  guess: string | null
  /** If nothing was found: the filter whose removal would find the most openings, and how many. */
  strictest: { name: (typeof FILTERS)[number]; without: number } | null
}

/** The department filter value that matches openings without a department. */
export const OTHER = '-'

export function indexOpenings(openings: Opening[]): OpeningsIndex {
  let made: ReturnType<OpeningsIndex['read']> | undefined
  return { openings, read: () => (made ??= readWords(openings)) }
}

function readWords(openings: Opening[]): ReturnType<OpeningsIndex['read']> {
  const words = openings.map(wordsOf)
  const known = new Map<string, number>(VOCABULARY.map((word) => [word, 0]))
  for (const one of words) for (const [word, weight] of one.words) addWeight(known, word, weight)
  return { words, known }
}

export function findOpenings(index: OpeningsIndex, filters: Filters): OpeningsResult {
  const exactResult = find(index, filters)
  if (exactResult.length > 0 || filters.q === '') return { found: exactResult, guess: null, strictest: strictestFilter(index, filters, exactResult) }
  const correction = correctSpelling(filters.q, index.read().known)
  const found = correction === null ? [] : find(index, { ...filters, q: correction })
  if (found.length > 0) return { found, guess: correction, strictest: null }
  const isMeant = correction !== null && find(index, { ...NO_FILTERS, q: correction }).length > 0
  return { found, guess: null, strictest: strictestFilter(index, isMeant ? { ...filters, q: correction } : filters, found) }
}

function find({ openings, read }: OpeningsIndex, { q, department, shift, state }: Filters): number[] {
  const terms = parseTerms(q)
  const score = (at: number) => (terms.length === 0 ? 0 : scoreOf(read().words[at]!, terms))
  const scored = openings.flatMap((opening, at) => {
    const isChosen =
      (department === '' || opening.department === (department === OTHER ? '' : department)) &&
      (shift === '' || opening.shift === shift) &&
      (state === '' || opening.states.length === 0 || opening.states.includes(state))
    const found = isChosen ? score(at) : null
    // Openings that name the chosen state come before those that accept any.
    return found === null ? [] : { at, score: found, names: Number(opening.states.includes(state)) }
  })
  return scored.toSorted((a, b) => b.score - a.score || b.names - a.names).map(({ at }) => at)
}

function strictestFilter(index: OpeningsIndex, filters: Filters, found: number[]): OpeningsResult['strictest'] {
  if (found.length > 0 || !isFiltered(filters)) return null
  const activeFilters = FILTERS.filter((name) => filters[name] !== '').map((name) => ({
    name,
    without: find(index, { ...filters, [name]: '' }).length,
    alone: find(index, { ...NO_FILTERS, [name]: filters[name] }).length,
  }))
  const [first] = activeFilters.toSorted((a, b) => b.without - a.without || a.alone - b.alone)
  return { name: first!.name, without: first!.without }
}

/** Returns null unless every term is found. */
function scoreOf(words: WeightedWords, terms: Term[]): number | null {
  let score = 0
  for (const term of terms) {
    const weight = scoreTerm(words, term)
    if (weight === 0) return null
    score += weight
  }
  return score
}

function scoreTerm({ words, trades, places }: WeightedWords, { words: asked, place, trade }: Term): number {
  const nameWeights = [place === undefined ? 0 : (places.get(place) ?? 0), trade === undefined ? 0 : (trades.get(trade) ?? 0)]
  const spelled = asked.length === 0 ? 0 : Math.min(...asked.map((word) => bestWeight(words, word)))
  return Math.max(...nameWeights, spelled)
}

function bestWeight(words: Map<string, number>, asked: string): number {
  let best = Math.max(words.get(asked) ?? 0, words.get(singular(asked)) ?? 0)
  for (const [word, weight] of words) if (weight - PREFIX_WEIGHT > best && word.startsWith(asked)) best = weight - PREFIX_WEIGHT
  return best
}

/** Drops accents and apostrophes; "R.N." becomes RN. */
function splitWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/\b(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

function singular(word: string): string {
  if (word.length < 4 || !/[^siu]s$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?:(?<=ch|sh|ss|x)e)?s$/, '')
}

/** Words of a title can be anything, including the name of a built-in property. */
const isPlace = (code: string): code is keyof typeof PLACES => Object.hasOwn(PLACES, code)
const keysOf = (words: string[]) => words.map((word) => singular(word.toLowerCase()))
const keyOf = (name: string) => keysOf(splitWords(name)).join(' ')
const PLACE_ALIASES = new Map(Object.entries(PLACES).map(([code, name]) => [keyOf(name), code]))
PLACE_ALIASES.set('washington dc', 'DC')
const SHORT = new Map(TRADE_WORDS.flatMap(({ short }, group) => short.map((one) => [one, group] as const)))
const LOWER_SHORT = new Map([...SHORT].map(([short, group]) => [short.toLowerCase(), group]))
const TRADE_ALIASES = new Map(TRADE_WORDS.flatMap(({ names }, group) => names.map((name) => [keyOf(name), group] as const)))
const MAX_NAME_WORDS = Math.max(...[...PLACE_ALIASES.keys(), ...TRADE_ALIASES.keys()].map((name) => name.split(' ').length))
const FIRST = new Set([...PLACE_ALIASES.keys(), ...TRADE_ALIASES.keys()].map((name) => name.split(' ')[0]))
/** Keeps the correct name of something we have no openings for from being treated as a typo. */
const VOCABULARY = [...Object.values(PLACES), ...TRADE_WORDS.flatMap(({ short, names }) => [...short, ...names])].flatMap((name) =>
  splitWords(name.toLowerCase()),
)

/** Returns what the longest name starting here refers to, with the name's length in words. */
function nameAt<Named>(keys: string[], at: number, names: Map<string, Named>): { named: Named | undefined; length: number } {
  for (let length = FIRST.has(keys[at]!) ? Math.min(MAX_NAME_WORDS, keys.length - at) : 0; length > 0; length--) {
    const named = names.get(keys.slice(at, at + length).join(' '))
    if (named !== undefined) return { named, length }
  }
  return { named: undefined, length: 0 }
}

function wordsOf({ title, department, specialty, shift, states, text }: Opening): WeightedWords {
  const found: WeightedWords = { words: new Map(), trades: new Map(), places: new Map() }
  const facts = [LOCATION_LABEL, 'work from home', department, specialty, shift && `${shift} shift`, states.length > 0 ? 'licensed' : '']
  addTitlePlaces(found, title, states)
  for (const code of states) addPlace(found, code, FACT_WEIGHT)
  addWords(found, splitWords(title), TITLE_WEIGHT)
  for (const fact of facts) addWords(found, splitWords(fact), FACT_WEIGHT)
  addWords(found, splitWords(text), TEXT_WEIGHT)
  return found
}

function addWords(found: WeightedWords, words: string[], weight: number): void {
  const keys = keysOf(words)
  for (const [at, word] of words.entries()) {
    const lower = word.toLowerCase()
    addWeight(found.words, lower, weight)
    // A plural starts with its singular, unless the spelling changes: therapies, therapy.
    if (!lower.startsWith(keys[at]!)) addWeight(found.words, keys[at]!, weight)
    for (const group of [nameAt(keys, at, TRADE_ALIASES).named, SHORT.get(word) ?? SHORT.get(word.replace(/s$/, ''))]) {
      if (group === undefined) continue
      addWeight(found.trades, group, weight)
      for (const part of TRADE_WORDS[group]!.names[0]!.split(' ')) addWeight(found.words, part, weight)
    }
  }
}

/** Handles "Nurse, California" and "Nurse (CA)"; MA, and any code in an all-caps title, is a state only if it's also among the licenses. */
function addTitlePlaces(found: WeightedWords, title: string, states: string[]): void {
  const words = splitWords(title)
  const keys = keysOf(words)
  const isLoud = title === title.toUpperCase()
  for (let at = 0; at < words.length; at++) {
    const { named, length } = nameAt(keys, at, PLACE_ALIASES)
    const code = named ?? words[at]!
    if (length > 0 || (isPlace(code) && (states.includes(code) || !(isLoud || SHORT.has(code))))) addPlace(found, code, TITLE_WEIGHT)
    at += Math.max(0, length - 1)
  }
}

/** The full name counts as one word, so Virginia doesn't match West Virginia; its parts match partially typed names. */
function addPlace(found: WeightedWords, code: string, weight: number): void {
  addWeight(found.places, code, weight)
  const name = splitWords(isPlace(code) ? PLACES[code] : '').map((word) => word.toLowerCase())
  addWeight(found.words, name.join(''), weight)
  for (const part of name) if (part.length > 3 && (name.length === 1 || !PLACE_ALIASES.has(singular(part)))) addWeight(found.words, part, weight)
}

function addWeight<Key>(weights: Map<Key, number>, key: Key, weight: number): void {
  if (weight > (weights.get(key) ?? 0)) weights.set(key, weight)
}

/** Words ignored in searches; in capitals, some are states, unless IN or OR connects words of a search that's all in capitals. */
const CONNECTING_WORDS = new Set('a an and at by de for from hi i in is la me my of ok on or the to with'.split(' '))
/** Words that apply to every opening; ignored in searches. */
const ALL_OPENINGS = new Set('career careers job jobs opening openings position positions role roles vacancies vacancy'.split(' '))

function parseTerms(q: string): Term[] {
  const words = splitWords(q).filter((word) => !ALL_OPENINGS.has(word.toLowerCase()))
  const significantWords = words.filter((word, at) => !CONNECTING_WORDS.has(word.toLowerCase()) || (word.length > 1 && !isConnecting(words, at)))
  const searched = (significantWords.length > 0 ? significantWords : words).map((word) => word.toLowerCase())
  const keys = keysOf(searched)
  const terms: Term[] = []
  for (let at = 0; at < searched.length;) {
    const length = Math.max(1, nameAt(keys, at, PLACE_ALIASES).length, nameAt(keys, at, TRADE_ALIASES).length)
    terms.push(parseTerm(searched.slice(at, at + length)))
    at += length
  }
  return terms
}

/** In a search that's all in capitals, what's between other words connects them, as IN does before a state: "RN IN TEXAS", "IN TEXAS". */
function isConnecting(words: string[], at: number): boolean {
  if (words[at] !== words[at]!.toUpperCase()) return true
  if (isPlace(words[at]!) && words[at] !== 'IN' && words[at] !== 'OR') return false
  if (at === words.length - 1 || words.some((word) => word !== word.toUpperCase())) return false
  return at > 0 || (words[at] === 'IN' && ((words[1] ?? '') in PLACES || nameAt(keysOf(words), 1, PLACE_ALIASES).length > 0))
}

function parseTerm(words: string[]): Term {
  const key = keysOf(words).join(' ')
  const short = words.length === 1 ? words[0]! : ''
  const called = PLACE_ALIASES.get(key)
  const code = isPlace(short.toUpperCase()) ? short.toUpperCase() : undefined
  const trade = TRADE_ALIASES.get(key) ?? LOWER_SHORT.get(short) ?? LOWER_SHORT.get(short.replace(/s$/, ''))
  // Keeps Virginia from matching West Virginia, CA from matching care, and OT from matching other.
  const isOnlyNamed = called !== undefined || (short.length === 2 && (code !== undefined || trade !== undefined))
  return { words: isOnlyNamed ? [] : words, place: called ?? code, trade }
}

/** Returns the search with up to one typo corrected per word of five or more letters; null if there's nothing to correct. */
function correctSpelling(q: string, known: Map<string, number>): string | null {
  const words = splitWords(q).map((word) => word.toLowerCase())
  const better = words.map((word) => (word.length < 5 || isKnown(word, known) ? word : (closestWord(word, known) ?? word)))
  return better.every((word, at) => word === words[at]) ? null : better.join(' ')
}

function isKnown(word: string, known: Map<string, number>): boolean {
  return known.has(word) || known.has(singular(word)) || ALL_OPENINGS.has(word) || [...known.keys()].some((one) => one.startsWith(word))
}

/** Prefers whole words to prefixes, titles to descriptions, and the same first letter to a different one. */
function closestWord(word: string, known: Map<string, number>): string | null {
  let best: { other: string; rank: number } | null = null
  for (const [other, weight] of known) {
    const isWhole = isOneEditApart(word, other)
    const isBeginning = !isWhole && [-1, 0, 1].some((more) => other.length > word.length + more && isOneEditApart(word, other.slice(0, word.length + more)))
    if (!isWhole && !isBeginning) continue
    const rank = Number(isWhole) * 100 + weight * 10 + Number(other[0] === word[0])
    if (best === null || rank > best.rank) best = { other, rank }
  }
  return best?.other ?? null
}

/** One letter added, removed or changed, or two swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let from = 0
  while (a[from] === b[from] && from < a.length) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
