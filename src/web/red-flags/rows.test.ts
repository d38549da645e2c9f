import { expect, test } from 'vitest'
import type { HiringDecisionDetail, RedFlag } from '#contract/red-flags/red-flags.ts'
import { isPersonal, rowsOf } from './rows.ts'

const FLAG = { fgl_ref_red_flag_id: 1, red_flag_desc: 'Late' } as RedFlag
const rowFor = (saved: Partial<HiringDecisionDetail>) =>
  rowsOf([FLAG], [{ fgl_ref_red_flag_id: 1, fgl_absent_flag: false, fgl_rationale: '', citations: [], modified_at: '', ...saved } as never], {})[0]!

test('drafting asks before replacing a signed row, even one without text, but not an untouched draft or an empty row', () => {
  const ofPerson = { source: 'person' } as const
  expect(isPersonal(rowFor({ ...ofPerson, reviewed: true, decided: true }))).toBe(true)
  expect(isPersonal(rowFor({ ...ofPerson, reviewed: true, decided: false }))).toBe(true)
  expect(isPersonal(rowFor({ ...ofPerson, reviewed: false, decided: false }))).toBe(false)
  expect(isPersonal(rowFor({ source: 'generated', reviewed: false, decided: true, fgl_absent_flag: true, fgl_rationale: 'A draft.' }))).toBe(false)
  expect(isPersonal(rowFor({ source: 'generated', reviewed: true, decided: true, fgl_rationale: 'A draft.' }))).toBe(true)
})
