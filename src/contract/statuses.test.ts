import { expect, test } from 'vitest'
import { actionsOpenTo, dropdownStatuses, isLocked, mayMove, meaningOf, STATUS_MEANINGS } from './statuses.ts'

const ALL = Array.from({ length: 13 }, (_, place) => place + 1)
const standing = (ref_application_status_id: number, has_emailed_application_status = false) => ({ ref_application_status_id, has_emailed_application_status })

test('there are 13 statuses', () => {
  expect(Object.keys(STATUS_MEANINGS).map(Number)).toEqual(ALL)
})

test('2 and 13 are approved, 4 is pending, 3 and 6 to 12 are rejected', () => {
  const of = (badge: string) => ALL.filter((id) => meaningOf(id).badge === badge)
  expect({ approved: of('approved'), pending: of('pending'), rejected: of('rejected') }).toEqual({
    approved: [2, 13],
    pending: [4],
    rejected: [3, 6, 7, 8, 9, 10, 11, 12],
  })
})

test('6 to 13 are locked, and 3 once its e-mail was sent', () => {
  expect(ALL.filter((id) => isLocked(standing(id)))).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
  expect(ALL.filter((id) => isLocked(standing(id, true)))).toEqual([3, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('nobody is moved out of a locked status, out of a form that was not sent, or to 1 and 5', () => {
  for (const emailed of [false, true]) {
    for (const from of ALL) {
      for (const to of ALL) {
        const isOpen = from !== 1 && from < 6 && !(from === 3 && emailed)
        expect(mayMove(standing(from, emailed), to), `${from} to ${to}, ${emailed ? 'e-mailed' : 'not e-mailed'}`).toBe(isOpen && to !== 1 && to !== 5)
      }
    }
  }
})

test('what nobody knows is not moved to', () => {
  expect(mayMove(standing(5), 99)).toBe(false)
})

test('a locked applicant has no buttons', () => {
  for (const id of [6, 7, 8, 9, 10, 11, 12, 13]) expect(actionsOpenTo(standing(id))).toEqual([])
  expect(actionsOpenTo(standing(3, true))).toEqual([])
})

test('status 2 without e-mail shows all four controls, with e-mail the dropdown alone', () => {
  expect(actionsOpenTo(standing(2))).toEqual(['proceed', 'under-review', 'reject', 'update-status'])
  expect(actionsOpenTo(standing(2, true))).toEqual(['update-status'])
})

test('everybody else may proceed, stay under review, or be rejected', () => {
  for (const id of [3, 4, 5]) expect(actionsOpenTo(standing(id))).toEqual(['proceed', 'under-review', 'reject'])
})

test('the dropdown leaves out 1 and 5, asks before 2 and 7 to 13, and sets the others at once', () => {
  const offered = dropdownStatuses(ALL.map((id) => ({ ref_application_status_id: id }))).map((one) => one.ref_application_status_id)
  expect(offered).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(offered.filter((id) => meaningOf(id).inDropdown === 'asks')).toEqual([2, 7, 8, 9, 10, 11, 12, 13])
})

test('each decision offers its email', () => {
  const emails = Object.fromEntries(ALL.map((id) => [id, meaningOf(id).offers]).filter(([, name]) => name !== null))
  expect(emails).toEqual({
    2: 'Schedule Panel Interview',
    3: 'Application Rejection',
    7: 'Application Rejection',
    8: 'Rejection After Interview',
    9: 'Rejection After Interview',
    10: 'Rejection After Interview',
    11: 'Rejection After Interview',
    13: 'First Day Prep',
  })
})
