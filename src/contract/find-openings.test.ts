import { expect, test } from 'vitest'
import { findOpenings, indexOpenings, isOneEditApart, type Opening } from './find-openings.ts'
import { LICENSE_TYPE_NAMES } from './licenses/license-types.ts'
import { NO_FILTERS, type Filters } from './openings.ts'
import { TRADE_WORDS } from './trade-words.ts'

const opening = (title: string, but: Partial<Opening> = {}): Opening => ({ title, department: '', specialty: '', shift: '', states: [], text: '', ...but })

const OPENINGS = [
  opening('Registered Nurse, Telephone Triage', { department: 'Nursing', shift: 'Nights', states: ['CA', 'NY'] }),
  opening('RN Case Manager', { department: 'Nursing', shift: 'Days', states: ['TX'], text: 'You care for patients in California.' }),
  opening('Intern, Data', { department: 'Technology', text: 'You learn from a nurse who governs alternate records.' }),
  opening('LCSW, Behavioral Health', { department: 'Therapy', shift: 'Evenings', states: ['WV'] }),
  opening('Clinical Social Worker', { department: 'Therapy', states: ['VA'] }),
  opening('Medical Assistant', { department: 'Nursing', shift: 'Days', states: [] }),
  opening('LVN, Pediatrics', { department: 'Nursing', states: ['CA'] }),
  opening('Occupational Therapist', { department: 'Therapy', text: 'Other therapies, and no stairs.' }),
  opening('Care Coordinator (NC)', { department: 'Patient services', states: ['NC'] }),
  opening('Nurse Practitioner', { department: 'Nursing', states: ['MA'] }),
]
const INDEX = indexOpenings(OPENINGS)
const find = (q: string, but: Partial<Filters> = {}) => findOpenings(INDEX, { ...NO_FILTERS, q, ...but })
const titles = (q: string, but: Partial<Filters> = {}) => find(q, but).found.map((at) => OPENINGS[at]!.title)

const RN = ['Registered Nurse, Telephone Triage', 'RN Case Manager']

test.each([
  ['California', ['Registered Nurse, Telephone Triage', 'LVN, Pediatrics']],
  ['CA', ['Registered Nurse, Telephone Triage', 'LVN, Pediatrics']],
  ['califor', ['Registered Nurse, Telephone Triage', 'LVN, Pediatrics', 'RN Case Manager']],
  ['nurse in new york', ['Registered Nurse, Telephone Triage']],
  ['Night shift California', ['Registered Nurse, Telephone Triage']],
  ['Virginia', ['Clinical Social Worker']],
  ['west virginia', ['LCSW, Behavioral Health']],
  ['north carolina', ['Care Coordinator (NC)']],
  ['nc', ['Care Coordinator (NC)']],
  ['MA', ['Medical Assistant', 'Nurse Practitioner']],
  ['Massachusetts', ['Nurse Practitioner']],
  ['RN', RN],
  ['rns', RN],
  ['R.N.', RN],
  ['registered nurses', RN],
  ['LCSW', ['LCSW, Behavioral Health', 'Clinical Social Worker']],
  ['social workers', ['LCSW, Behavioral Health', 'Clinical Social Worker']],
  ['LPN', ['LVN, Pediatrics']],
  ['licensed practical nurse', ['LVN, Pediatrics']],
  ['OT', ['Occupational Therapist']],
  ['np jobs', ['Nurse Practitioner']],
  ['therapy', ['LCSW, Behavioral Health', 'Clinical Social Worker', 'Occupational Therapist']],
  ['RN IN TEXAS', ['RN Case Manager']],
  ['NURSE JOBS IN TX', ['RN Case Manager']],
  ['IN TEXAS', ['RN Case Manager']],
  ['SOCIAL WORKER IN VIRGINIA', ['Clinical Social Worker']],
  ['RN IN', []],
  ['RN OK TX', []],
  ['nurse in OR', []],
  ['OR NURSE', []],
  ['tern', []],
  ['air', []],
  ['Nevada', []],
])('%s finds %j', (q, expected) => {
  expect(titles(q).toSorted()).toEqual(expected.toSorted())
  expect(find(q).guess).toBeNull()
})

test('whole words in the title rank first, then facts, then the description', () => {
  expect(titles('nurse').at(-1)).toBe('Intern, Data')
  expect(titles('therapist')[0]).toBe('Occupational Therapist')
})

test('a search for everything shows everything', () => {
  for (const q of ['', '  ', 'jobs', 'openings', '!']) expect(titles(q), q).toHaveLength(OPENINGS.length)
})

test.each([
  ['socal worker', 'social worker'],
  ['soical wroker', 'social worker'],
  ['registred nurse', 'registered nurse'],
  ['Pedatrics', 'pediatrics'],
  ['californai', 'california'],
  ['therpist', 'therapist'],
])('one typo in a word is corrected, and the page says so: %s', (q, guess) => {
  expect(find(q).guess).toBe(guess)
  expect(titles(q)).toEqual(titles(guess))
  expect(titles(q)).not.toEqual([])
})

test.each(['nrse', 'sociial workerrr', 'zzzzz', 'Kansas', 'Arizona'])('shorter words, two typos and correct names are left alone: %s', (q) => {
  expect(find(q)).toMatchObject({ found: [], guess: null })
})

test('the state filter lists openings in that state first, then those with no state', () => {
  expect(titles('', { state: 'CA' })).toEqual([
    'Registered Nurse, Telephone Triage',
    'LVN, Pediatrics',
    'Intern, Data',
    'Medical Assistant',
    'Occupational Therapist',
  ])
})

test('when nothing matches, the page points out the filter that excludes the most results', () => {
  expect(find('nurse', { department: 'Nursing', shift: 'Evenings' }).strictest).toEqual({ name: 'shift', without: 4 })
  expect(find('zzz', { department: 'Nursing' }).strictest).toEqual({ name: 'q', without: 5 })
  expect(find('zzz').strictest).toEqual({ name: 'q', without: 10 })
  expect(find('socal worker', { department: 'Nursing' }).strictest).toEqual({ name: 'q', without: 5 })
  expect(find('RN').strictest).toBeNull()
})

test('every license type is in the abbreviation table', () => {
  const abbreviations = new Set(TRADE_WORDS.flatMap((word) => word.short.map((word) => word.toUpperCase())))
  expect(LICENSE_TYPE_NAMES.filter((type) => !abbreviations.has(type))).toEqual(['PSY', 'OTHER'])
})

test('one edit is a letter added, removed, changed or swapped', () => {
  expect(['nurs', 'nursee', 'nurze', 'nusre'].filter((word) => !isOneEditApart(word, 'nurse'))).toEqual([])
  expect(['nurse', 'nur', 'nsrue', 'nuzze'].filter((word) => isOneEditApart(word, 'nurse'))).toEqual([])
})
