import { afterAll, expect, test } from 'vitest'
import { listLinkedApplications } from '#contract/applicants/applicants.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

test('applications by one person are linked by address, profile and name', async () => {
  const one = await makeApplicant(app.db, {
    first_name: 'José',
    last_name: 'Núñez',
    email: 'jose.n+a@gmail.com',
    linkedin_profile_url: 'https://linkedin.com/in/josen',
  })
  const same = { ref_function_role_id: one.ref_function_role_id }
  const byEmail = await makeApplicant(app.db, { ...same, first_name: 'J', last_name: 'N', email: 'JoseN@googlemail.com', daysAgo: 10 })
  const byName = await makeApplicant(app.db, { ...same, first_name: 'jose', last_name: 'NUNEZ', email: 'other@example.com', daysAgo: 5 })
  const profile = { linkedin_profile_url: 'http://www.linkedin.com/in/JoseN/' }
  const byProfile = await makeApplicant(app.db, { ...same, ...profile, first_name: 'P', last_name: 'N', email: 'p@example.com', daysAgo: 0.2 })
  await makeApplicant(app.db, { ...same, first_name: 'Jose', last_name: 'Other', email: 'x@example.com' })
  const { body } = await app.call(listLinkedApplications, { user_session_id: one.user_session_id }, admin)
  expect(body.map(({ user_session_id, matched_on, days_ago }) => ({ user_session_id, matched_on, days_ago }))).toEqual([
    { user_session_id: byProfile.user_session_id, matched_on: ['linkedin'], days_ago: 1 },
    { user_session_id: byName.user_session_id, matched_on: ['name'], days_ago: 5 },
    { user_session_id: byEmail.user_session_id, matched_on: ['email'], days_ago: 10 },
  ])
})

test('a linked application shows which answers differ, but never compares identifying answers', async () => {
  const twin = { ref_function_role_id: await makeRoleId(app.db), first_name: 'Tamsin', last_name: 'Twice', email: 'tamsin@example.com' }
  const one = await makeApplicant(app.db, { ...twin, answers: { why_this_role: 'For the nights.', care_story: 'The same.' } })
  await makeApplicant(app.db, { ...twin, first_name: 'T', daysAgo: 2, answers: { why_this_role: 'For the days.', care_story: ' The same. ' } })
  const { body } = await app.call(listLinkedApplications, { user_session_id: one.user_session_id, identifiable: false }, admin)

  expect(body.map(({ differs_in }) => differs_in)).toEqual([['Why this role, and why now?']])
})
