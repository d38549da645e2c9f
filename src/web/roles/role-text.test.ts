import { expect, test } from 'vitest'
import { coverageLines } from './role-text.ts'

const COVERAGE = { covered: [], facts_seen_on: null, role_states: [] }

test('a role says which of its states no one covers, how many people cover the others, and what to check', () => {
  const states = [
    { place: 'TX', people: 3, review: 1 },
    { place: 'FL', people: 1, review: 0 },
    { place: 'OH', people: 1, review: 0 },
    { place: 'CA', people: 0, review: 0 },
  ]
  const some = { ...COVERAGE, interviewing: 3, unlisted: 0, uncovered: ['CA'], states, license_types: ['RN', 'LPN'] }
  expect(coverageLines(some)).toEqual([
    "No one who's interviewing covers CA today.",
    'FL, OH: covered by 1 person.',
    'TX: covered by all 3 people.',
    'TX needs review for 1 person: see their licenses.',
    "This counts any type of license: RN, LPN. Check that it's the type this role needs.",
  ])
  expect(coverageLines({ ...some, interviewing: 4, unlisted: 2, uncovered: [], states: states.slice(0, 1) })).toEqual([
    "Together, the people who are interviewing cover all of this role's license states today.",
    'TX: covered by 3 people.',
    'TX needs review for 1 person: see their licenses.',
    "2 of 4 people haven't listed any licenses.",
    "This counts any type of license: RN, LPN. Check that it's the type this role needs.",
  ])
})

test('states that need review for the same number of people share a line', () => {
  const states = ['TX', 'FL', 'OH'].map((place, index) => ({ place, people: 2, review: index < 2 ? 1 : 2 }))
  const lines = coverageLines({ ...COVERAGE, interviewing: 3, unlisted: 0, uncovered: [], states, license_types: ['RN'] })
  expect(lines.slice(2, -1)).toEqual(['TX, FL need review for 1 person: see their licenses.', 'OH needs review for 2 people: see their licenses.'])
})

test("two out of two people are called both, and one person isn't called a group", () => {
  const states = [{ place: 'TX', people: 2, review: 0 }]
  const two = { ...COVERAGE, interviewing: 2, unlisted: 0, uncovered: [], states, license_types: ['RN'] }
  expect(coverageLines(two)[1]).toBe('TX: covered by both people.')
  const one = { ...two, interviewing: 1, states: [{ place: 'TX', people: 1, review: 0 }] }
  expect(coverageLines(one)[0]).toBe("The one person who's interviewing covers all of this role's license states today.")
})

test('a role says so if no one is interviewing or no one covers any of its states', () => {
  const none = { ...COVERAGE, interviewing: 0, unlisted: 0, uncovered: ['TX'], states: [{ place: 'TX', people: 0, review: 0 }], license_types: [] }
  expect(coverageLines(none)).toEqual(['No one is interviewing for this role, so no one covers its license states yet.'])
  expect(coverageLines({ ...none, interviewing: 1, unlisted: 1 })).toEqual([
    "No one who's interviewing covers any of this role's license states today.",
    "No one who's interviewing has listed any licenses.",
  ])
})
