import { expect, test } from 'vitest'
import { expectCase, multi, one, type Case } from '#test/licenses/license-cases.ts'
import { shortName } from './license-types.ts'

/** Entries that can't be right as entered, or whose effect in other states isn't known. */
const CASES: Record<string, Case> = {
  'with a home abroad, a multistate license counts for its own state, and where it would otherwise count, a person has to check': [
    [multi('RN', 'TX')],
    null,
    'TX FL CA',
    'TX',
    /^Covers 1 of 3 states; missing FL, CA; review: home outside the US\.$/,
    { review: 'TX FL' },
  ],
  'with a home abroad, a single-state license is no reason for a review': [
    [one('RN', 'TX')],
    null,
    'TX FL',
    'TX',
    /^Covers 1 of 2 states; missing FL; TX single-state license\.$/,
  ],
  'a privilege that no license of the home state can lead to counts nowhere, and a person has to check': [
    [one('PT', 'CA', { privileges: ['TX'] })],
    'CA',
    'CA TX',
    'CA',
    /^Covers 1 of 2 states; missing TX; review: privileges aren't known to be issued on CA licenses\.$/,
    { review: 'TX' },
  ],
  'nor does one from a state that has only enacted the compact': [
    [one('LPC', 'TX', { privileges: ['GA'] })],
    'TX',
    'TX GA',
    'TX',
    /; review: privileges aren't known to be issued on TX licenses\.$/,
    { review: 'GA' },
  ],
  'an APIT from a state outside PSYPACT is reported as such': [
    [one('PSY', 'CA', { authorization: 'APIT' })],
    'CA',
    'CA MI',
    'CA',
    /^Covers 1 of 2 states; missing MI; review: an APIT needs a license from a PSYPACT state\.$/,
    { review: 'MI' },
  ],
  "whether another license can be multistate isn't known, so its own state isn't for review": [
    [multi('OTHER', 'GA')],
    'GA',
    'GA TX',
    'GA',
    /^Covers 1 of 2 states; missing TX; review: states differ on other licenses\.$/,
    { review: 'TX' },
  ],
}

test.each(Object.entries(CASES))('%s', (_name, row) => {
  expectCase(row)
})

test('professions are spelled out unless people use their abbreviations', () => {
  expect(['PSY', 'AUD', 'RPH', 'OTHER', 'RN', 'PA'].map((type) => shortName(type))).toEqual([
    'Psychologist',
    'Audiologist',
    'Pharmacist',
    'Other license',
    'RN',
    'PA',
  ])
  expectCase([
    [one('PSY', 'OH', { expires_on: '2026-01-01' }), one('AUD', 'TX'), one('RPH', 'FL')],
    'OH',
    'OH TX FL',
    'TX FL',
    /but only with 2 types of license \(Audiologist in TX; Pharmacist in FL\); missing OH; Psychologist OH expired\.$/,
  ])
})
