import { expect, test } from 'vitest'
import { describeFunnel, describeStays, describeWeeks, firstStepsOf, stepsOf } from './dashboard-text.ts'

const funnel = [
  { stage: 'submitted' as const, applications: 40 },
  { stage: 'looked-at' as const, applications: 30 },
  { stage: 'panel' as const, applications: 10 },
  { stage: 'offer' as const, applications: 0 },
  { stage: 'accepted' as const, applications: 0 },
]
const stay = { application_status: 'Submitted', ref_application_status_id: 5, ended: 3, median_days: 2.5, here: 4, ageing: 1, ageing_days: 7 }

test('conversion is a share of the previous stage, or none if that stage is empty', () => {
  expect(stepsOf(funnel).map((step) => [step.ofBefore, step.ofAll])).toEqual([
    [null, 100],
    [75, 75],
    [33, 25],
    [0, 0],
    [null, 0],
  ])
})

test('each chart has a one-sentence summary', () => {
  expect(describeFunnel(funnel)).toBe('Of 40 applications, 10 (25%) reached panel interviews and 0 (0%) accepted an offer.')
  expect(
    describeWeeks([
      { week: '2026-11-09', applications: 1 },
      { week: '2026-11-16', applications: 0 },
    ]),
  ).toBe('1 application in 2 weeks, most in the week of Nov 9 (1). So far this week: 0.')
  expect(describeStays([stay])).toBe('Applicants usually spend 2.5 days in Submitted. 1 person is over the limit today.')
})

test('an empty period has its own message', () => {
  expect(describeWeeks([{ week: '2026-11-16', applications: 0 }])).toBe('No applications in this period.')
  expect(describeFunnel(funnel.map((one) => ({ ...one, applications: 0 })))).toBe('No applications in this period.')
  expect(describeStays([{ ...stay, median_days: null, ageing: 0 }])).toBe('No one moved on in this period. No one is over the limit today.')
})

test('on the first day, due replies come first, then new applications; people without a role are told how to get one', () => {
  const role = { ref_function_role_id: 1, function_role_name: 'Nurse', is_open: true, days_open: 1, weeks: [], funnel: [], oldest_waiting_days: null, due: 0 }
  const submitted = { ref_application_status_id: 5, application_status: 'Submitted', applications: 12 }
  const busy = { days: 30, replies: { late: 1, soon: 2 }, standing: [submitted], roles: [role] }
  const recruiter = { isOwner: false, mayDecide: true }
  const labels = (known: typeof busy, who = recruiter) => firstStepsOf(known, who).map(({ label, to }) => [label, to])

  const review = ['Review 12 new applications', '/admin/applications/all/5/30']
  expect(labels(busy)).toEqual([['Reply to 3 applicants', '/admin/applications/all/all/36500?due=due&sort=due.asc'], review])
  expect(labels(busy, { isOwner: false, mayDecide: false }), 'someone who only reads replies to no one').toEqual([review])
  const quiet = { ...busy, replies: { late: 0, soon: 0 }, standing: [] }
  expect(labels(quiet)).toEqual([['Look around in Applicant Review', '/admin/applications']])
  expect(labels({ ...quiet, roles: [] })).toEqual([['Ask an owner for a role', null]])
  expect(labels({ ...quiet, roles: [] }, { isOwner: true, mayDecide: true })).toEqual([['Post your first role', '/admin/roles']])
})
