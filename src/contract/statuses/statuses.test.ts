import { expect, test } from 'vitest'
import { STATUS_MEANINGS } from './status-meanings.ts'
import { actionsOpenTo, dropdownStatuses, isLocked, isOwedReply, canMove, meaningOf, statusesFrom, statusesWhere } from './statuses.ts'

const ALL = Array.from({ length: 14 }, (_, place) => place + 1)
const stateOf = (ref_application_status_id: number, has_emailed_application_status = false) => ({ ref_application_status_id, has_emailed_application_status })

test('there are 14 statuses', () => {
  expect(Object.keys(STATUS_MEANINGS).map(Number)).toEqual(ALL)
})

test('2 and 13 are approved, 4 is pending, and 3, 6 to 12 and 14 are rejected', () => {
  const of = (badge: string) => ALL.filter((id) => meaningOf(id).badge === badge)
  expect({ approved: of('approved'), pending: of('pending'), rejected: of('rejected') }).toEqual({
    approved: [2, 13],
    pending: [4],
    rejected: [3, 6, 7, 8, 9, 10, 11, 12, 14],
  })
})

test('statuses 6 to 14 are locked, and so is 3 once its email has been sent', () => {
  expect(ALL.filter((id) => isLocked(stateOf(id)))).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(ALL.filter((id) => isLocked(stateOf(id, true)))).toEqual([3, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('no one can be moved out of a locked status or an unsubmitted application, or to 1 or 5', () => {
  for (const emailed of [false, true]) {
    for (const from of ALL) {
      for (const to of ALL) {
        const isOpen = from !== 1 && from < 6 && !(from === 3 && emailed)
        expect(canMove(stateOf(from, emailed), to), `${from} to ${to}, ${emailed ? 'emailed' : 'not emailed'}`).toBe(isOpen && to !== 1 && to !== 5)
      }
    }
  }
})

test('no one can be moved to an unknown status', () => {
  expect(canMove(stateOf(5), 99)).toBe(false)
})

test('a locked applicant has no buttons', () => {
  for (const id of [6, 7, 8, 9, 10, 11, 12, 13, 14]) expect(actionsOpenTo(stateOf(id))).toEqual([])
  expect(actionsOpenTo(stateOf(3, true))).toEqual([])
})

test('status 2 shows all four controls, and only the dropdown once emailed', () => {
  expect(actionsOpenTo(stateOf(2))).toEqual(['proceed', 'under-review', 'reject', 'update-status'])
  expect(actionsOpenTo(stateOf(2, true))).toEqual(['update-status'])
})

test('everyone else can proceed, stay under review, or be rejected', () => {
  for (const id of [3, 4, 5]) expect(actionsOpenTo(stateOf(id))).toEqual(['proceed', 'under-review', 'reject'])
})

test('the dropdown excludes 1 and 5, asks for confirmation before 2 and 7 to 14, and sets the others immediately', () => {
  const offered = dropdownStatuses(ALL.map((id) => ({ ref_application_status_id: id }))).map((one) => one.ref_application_status_id)
  expect(offered).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(offered.filter((id) => meaningOf(id).inDropdown === 'asks')).toEqual([2, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('each decision offers its email', () => {
  const emails = Object.fromEntries(ALL.map((id) => [id, meaningOf(id).offers]).filter(([, name]) => name !== null))
  expect(emails).toEqual({
    2: 'invitation',
    3: 'rejection',
    6: 'role-closed',
    7: 'rejection',
    8: 'rejection-after-interviews',
    9: 'rejection-after-interviews',
    10: 'rejection-after-interviews',
    11: 'rejection-after-interviews',
    13: 'first-day',
    14: 'withdrawal',
  })
})

test('a candidate is owed a reply while undecided, interviewing, or rejected but not yet notified', () => {
  expect(ALL.filter((id) => isOwedReply(stateOf(id)))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(ALL.filter((id) => isOwedReply(stateOf(id, true)))).toEqual([2, 4, 5])
})

test('only 4 and 5 are undecided, only 2 takes feedback, and every final status except an accepted offer is unsuccessful', () => {
  expect(statusesWhere((meaning) => meaning.isUndecided)).toEqual([4, 5])
  expect(statusesWhere((meaning) => meaning.takesFeedback)).toEqual([2])
  expect(statusesWhere((meaning) => meaning.isUnsuccessful)).toEqual([3, 6, 7, 8, 9, 10, 11, 12, 14])
})

test('charts count the stages a status implies', () => {
  expect(statusesFrom('submitted')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(statusesFrom('looked-at')).toEqual([2, 3, 4, 7, 8, 9, 10, 11, 12, 13])
  expect(statusesFrom('panel')).toEqual([2, 7, 8, 9, 10, 11, 12, 13])
  expect(statusesFrom('offer')).toEqual([12, 13])
  expect(statusesFrom('accepted')).toEqual([13])
})
