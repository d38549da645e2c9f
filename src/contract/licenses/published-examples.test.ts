import { test } from 'vitest'
import { expectCase, multi, one, type Case } from '#test/licenses/license-cases.ts'

/** The 20 published cases, on 2026-11-23. */
const CASES: Case[] = [
  [[multi('RN', 'TX')], 'TX', 'TX FL OH GA AZ CO CA', 'TX FL OH GA AZ CO', /^Covers 6 of 7 states; missing CA; TX multistate license\.$/],
  [[one('RN', 'TX')], 'TX', 'TX FL', 'TX', /^Covers 1 of 2 states; missing FL; TX single-state license\.$/],
  [[multi('LPN', 'IA')], 'IA', 'IA NE MN', 'IA NE', /missing MN/],
  [[one('RN', 'CA')], 'CA', 'CA AZ', 'CA', /^Covers 1 of 2 states; missing AZ\.$/],
  [[multi('RN', 'NH')], 'NH', 'NH MA', 'NH', /missing MA/],
  [[multi('RN', 'ID')], 'ID', 'ID GU', 'ID GU', /^Covers 2 of 2 states\.$/],
  [[multi('RN', 'LA')], 'LA', 'LA VI PR', 'LA', /missing VI, PR/],
  [[one('NP', 'KS'), multi('RN', 'KS')], 'KS', 'KS MO', 'KS', /missing MO; APRN is per state/],
  [[multi('RN', 'AL')], 'OR', 'AL MS OR', 'AL', /missing MS, OR; review: moved/, { review: 'AL' }],
  [[multi('RN', 'KY')], 'IN', 'KY IN', 'KY IN', /^Covers 2 of 2 states; apply in IN by day 60/, { moved_on: '2026-10-24', expiring: 'IN' }],
  [[multi('RN', 'ME', { expires_on: '2026-11-01' })], 'ME', 'ME VT', '', /^Covers 0 of 2 states; missing ME, VT; expired\.$/],
  [[multi('RN', 'VT', { expires_on: '2026-12-10' })], 'VT', 'VT ME', 'VT ME', /^Covers 2 of 2 states; expires in 17 days\.$/, { expiring: 'VT ME' }],
  [[multi('RN', 'NM', { is_in_progress: true })], 'NM', 'NM TX', '', /not issued yet/],
  [[one('MD', 'FL')], 'FL', 'FL GA', 'FL', /missing GA; needs a GA license/],
  [[one('PSY', 'OH', { authorization: 'APIT' })], 'OH', 'OH MI CA', 'OH MI', /missing CA/],
  [[one('PSY', 'WA')], 'WA', 'WA ID', 'WA', /^Covers 1 of 2 states; missing ID\.$/],
  [[one('LPC', 'GA', { privileges: ['OH'] })], 'GA', 'GA OH FL', 'GA OH', /missing FL/],
  [[one('PT', 'AZ', { privileges: ['UT'] })], 'AZ', 'AZ UT NV', 'AZ UT', /missing NV/],
  [[one('LCSW', 'VA')], 'VA', 'VA MD', 'VA', /missing MD/],
  [[multi('RN', 'DE')], 'DE', 'NC DE DC', 'NC DE', /missing DC/],
]

test.each(CASES.map((row, index) => [index + 1, row] as const))('published example %i gets the published coverage', (_number, row) => {
  expectCase(row)
})
