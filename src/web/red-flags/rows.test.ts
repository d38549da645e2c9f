import { expect, test } from 'vitest'
import type { HiringDecisionDetail, RedFlag } from '#contract/red-flags/red-flags.ts'
import { CHOICES, edited, isPersonal, rowsOf, staleRows, type Choice } from './rows.ts'

const FLAG = { fgl_ref_red_flag_id: 1, red_flag_desc: 'Late' } as RedFlag
const storedAs = (saved: Partial<HiringDecisionDetail>) =>
  [{ fgl_ref_red_flag_id: 1, fgl_absent_flag: false, fgl_rationale: '', citations: [], modified_at: '', ...saved }] as never
const rowFor = (saved: Partial<HiringDecisionDetail>) => rowsOf([FLAG], storedAs(saved), {})[0]!

test('drafting asks before replacing a signed row, even one without text, but not an untouched draft or an empty row', () => {
  const ofPerson = { source: 'person' } as const
  expect(isPersonal(rowFor({ ...ofPerson, reviewed: true, decided: true }))).toBe(true)
  expect(isPersonal(rowFor({ ...ofPerson, reviewed: true, decided: false }))).toBe(true)
  expect(isPersonal(rowFor({ ...ofPerson, reviewed: false, decided: false }))).toBe(false)
  expect(isPersonal(rowFor({ source: 'generated', reviewed: false, decided: true, fgl_absent_flag: true, fgl_rationale: 'A draft.' }))).toBe(false)
  expect(isPersonal(rowFor({ source: 'generated', reviewed: true, decided: true, fgl_rationale: 'A draft.' }))).toBe(true)
})

test("a draft is asked about before it's signed if what it quotes has changed, or if it's marked absent and there's newer feedback", () => {
  const isAsked = (choice: Choice, draft: Partial<HiringDecisionDetail>) => {
    const saved = {
      source: 'generated',
      reviewed: false,
      decided: false,
      fgl_rationale: 'A draft.',
      stale: false,
      has_newer_feedback: false,
      ...draft,
    } as const
    return staleRows(rowsOf([FLAG], storedAs(saved), edited({}, rowFor(saved), CHOICES[choice]))).length > 0
  }
  expect(isAsked('Absent', {})).toBe(false)
  expect(isAsked('Absent', { has_newer_feedback: true })).toBe(true)
  expect(isAsked('Present', { has_newer_feedback: true })).toBe(false)
  expect(isAsked('Present', { stale: true })).toBe(true)
})
