import { expect, test } from 'vitest'
import { maskShares } from '#lab/bench/rationale/mentions.ts'
import { mentionsIn, findTraits, mayRevealTrait } from './traits.ts'

/** Grouped, so a weak group can't hide behind the others. */
const MENTIONS: Record<string, string[]> = {
  origin: [
    'She is from Nigeria',
    'he has a thick accent',
    'comes from a Filipino family',
    'moved here from India',
    'his Chinese background',
    'Speaks Tagalog at home',
    'Ukrainian refugee',
    'needs visa sponsorship',
    'Haitian Creole speaker',
  ],
  race: [
    'he is black',
    'an African American nurse',
    'a white guy',
    "she's Latina",
    'mixed race',
    'dark-skinned',
    'member of the Cherokee Nation',
    'Korean-American',
  ],
  health: [
    'uses a wheelchair',
    'has diabetes',
    'is hard of hearing',
    'takes antidepressants',
    'has epilepsy',
    'her breast cancer',
    'dyslexic',
    'PTSD',
    "she's got lupus",
    'stutters',
    'recovering alcoholic',
  ],
  service: ['army veteran', 'served in the Marines', 'a retired Navy corpsman', 'deployed to Kuwait', 'is in the reserves'],
  faith: [
    "she's Muslim",
    'wears a hijab',
    'goes to church every Sunday',
    'Seventh-day Adventist',
    'keeps the Sabbath',
    'a devout Catholic',
    'observes Ramadan',
    'Jewish holidays off',
  ],
  age: ['in his late fifties', 'she is 62', 'close to retirement', 'too old for nights'],
  family: ['pregnant with her second', 'on maternity leave', 'has two small kids', 'going through a divorce', 'a single dad', 'just got married'],
  orientation: ['openly gay', 'a trans woman', 'uses they/them pronouns'],
  genetic: ['has a BRCA mutation', "her mother had Huntington's"],
}

for (const [group, phrases] of Object.entries(MENTIONS)) {
  test.each(phrases)(`a mention of ${group} is found: "%s"`, (phrase) => {
    expect(findTraits(phrase).length).toBeGreaterThan(0)
  })
}

test.each([
  'A late shift in March.',
  'Prior experience in a cold lab.',
  'We add a mask and a gown.',
  'She reports to the charge nurse in the ICU.',
  'Turkey sandwiches were served.',
  'May start in June.',
])('ordinary words are not flagged: "%s"', (phrase) => expect(findTraits(phrase)).toEqual([]))

test('a sentence that reveals a characteristic in other words is left out rather than sent', () => {
  expect(mayRevealTrait('I wonder whether it is because of his background.')).toBe(true)
  expect(mayRevealTrait('The handover was complete.')).toBe(false)
})

test('at least 95% of explicit mentions never reach a model, and ordinary feedback does', () => {
  const isOrdinary = ({ group }: { group: string }) => group.startsWith('ordinary')
  const sum = (all: { caught: number; of: number }[], count: 'caught' | 'of') => all.reduce((total, one) => total + one[count], 0)
  const mentions = maskShares().filter((one) => !isOrdinary(one))
  expect(sum(mentions, 'of')).toBeGreaterThan(100)
  expect(sum(mentions, 'caught') / sum(mentions, 'of')).toBeGreaterThanOrEqual(0.95)
  expect(maskShares().find(isOrdinary)).toMatchObject({ caught: 0 })
})

test.each([
  'She hung lithium and checked the level.',
  'Strong sepsis training.',
  'He has wound care experience.',
  'The GI lab is loud.',
  'Nice manner with the floor.',
])('clinical work is not a mention: "%s"', (text) => expect(findTraits(text)).toEqual([]))

test('an age after "at", and a month in which someone is expecting, are mentions; the same words about work are not', () => {
  expect(mentionsIn('At 58 she is slow to start, and she is expecting in May.')).toEqual(['At 58', 'expecting in May'])
  expect(mentionsIn('He moved here from Nigeria.')).toEqual(['moved here from', 'Nigeria'])
  expect(mentionsIn('Left the patient at 58 percent. She is expecting a new monitor, and at 7:30 he was expecting a call.')).toEqual([])
})

test("work idioms aren't flagged, but the same words about people are", () => {
  const work =
    'Found the race condition, was blind to the risk after a pregnant pause, deaf to feedback, and disabled the alarm. Religiously checked blind spots.'
  expect(mentionsIn(work)).toEqual([])
  expect(mentionsIn('She is blind, deaf and pregnant; race and religion came up; a disabled nurse.')).toEqual([
    'blind',
    'deaf',
    'pregnant',
    'race',
    'religion',
    'disabled',
  ])
})

test('the names of people quoted in a draft are not mentions, but what they said is', () => {
  const draft = 'Speaks for it:\nPanel (Ambrose Kittredge-Bai): “He was late.”\nNot submitted yet, so it may change: Panel (Ambrose Kittredge-Bai).'
  expect(mentionsIn(draft)).toEqual([])
  expect(mentionsIn(draft.replace('He was late', 'He is Bai'))).toEqual(['Bai'])
  expect(mentionsIn('Panel (a devout man): he was late.')).toEqual(['devout'])
})
