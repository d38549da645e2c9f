import { afterAll, expect, test } from 'vitest'
import { createSavedView, deleteSavedView, listSavedViews, MAX_VIEWS, undoDeletedView, updateSavedView } from '#contract/applicants/saved-views.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const other = await app.admin(app.env.ADMIN_EMAILS[1])
const VIEW = { view_name: 'Pending, last week', view_path: '/admin/applications/3/5/7?sort=h1b.desc&across=why_this_role&hide=q_care_story,linkedin' }

test('a view is saved, named, renamed, moved and deleted only by its owner', async () => {
  const made = await app.call(createSavedView, VIEW, admin)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject(VIEW)
  const { saved_view_id: id } = made.body
  expect((await app.call(listSavedViews, {}, other)).body).toEqual([])
  expect((await app.call(updateSavedView, { id, view_name: 'Mine now' }, other)).status).toBe(404)
  expect((await app.call(deleteSavedView, { id }, other)).status).toBe(404)

  const view_path = '/admin/applications/all/all/30'
  await app.call(updateSavedView, { id, view_name: 'All of a month' }, admin)
  expect((await app.call(updateSavedView, { id, view_path }, admin)).body).toMatchObject({
    saved_view_id: id,
    view_name: 'All of a month',
    view_path,
    is_shared: false,
  })
  expect((await app.call(updateSavedView, { id }, admin)).status).toBe(200)
  expect((await app.call(deleteSavedView, { id }, admin)).status).toBe(200)
  expect((await app.call(listSavedViews, {}, admin)).body).toEqual([])
})

test("a shared view is listed with its owner for staff who can see its role until it's made private again; only the owner can change it", async () => {
  const { ref_function_role_id: role } = await makeRole(app.db)
  const { ref_function_role_id: hidden } = await makeRole(app.db)
  const recruiter = await makeStaff(app, 'recruiter', { scope: [role] })
  const share = async (view_name: string, of: number | 'all') =>
    (
      await app.call(
        createSavedView,
        { view_name, view_path: `/admin/applications/${of}/all/30?decided=rejected.2026-05-01.2026-05-31`, is_shared: true },
        other,
      )
    ).body.saved_view_id
  const ids = [await share('1 everyone', 'all'), await share('2 of the role', role)]
  const secret = await share('3 of another role', hidden)
  const seenBy = async (actor: typeof admin) => (await app.call(listSavedViews, {}, actor)).body.map((one) => [one.saved_view_id, one.is_own, one.email])
  const email = app.env.ADMIN_EMAILS[1]
  expect(await seenBy(recruiter)).toEqual(ids.map((id) => [id, false, email]))
  expect(await seenBy(admin)).toEqual([...ids, secret].map((id) => [id, false, email]))
  expect((await app.call(updateSavedView, { id: ids[0]!, is_shared: false }, recruiter)).status).toBe(404)
  expect((await app.call(deleteSavedView, { id: ids[0]! }, recruiter)).status).toBe(404)
  await app.call(updateSavedView, { id: ids[0]!, is_shared: false }, other)
  expect(await seenBy(recruiter)).toEqual([[ids[1], false, email]])
  expect((await app.call(deleteSavedView, { id: ids[0]! }, admin)).status, 'an owner deletes only what is shared').toBe(404)
  expect((await app.call(deleteSavedView, { id: ids[1]! }, admin)).status).toBe(200)
  for (const id of [ids[0]!, secret]) expect((await app.call(deleteSavedView, { id }, other)).status).toBe(200)
})

test("undoing a view's deletion returns it to its owner; only the person who deleted it can undo that, once", async () => {
  const mine = { ...VIEW, view_name: 'Rejected in May', is_shared: true }
  const { saved_view_id: id, email } = (await app.call(createSavedView, mine, other)).body
  const { undo_token } = (await app.call(deleteSavedView, { id }, admin)).body
  for (const rejected of [undo_token.replace('.', 'x.'), 'x']) expect((await app.call(undoDeletedView, { undo_token: rejected }, admin)).status).toBe(404)
  expect((await app.call(undoDeletedView, { undo_token }, other)).status, "someone else's undo").toBe(404)

  const restored = await app.call(undoDeletedView, { undo_token }, admin)
  expect([restored.status, restored.body]).toEqual([201, expect.objectContaining({ ...mine, email, is_own: false })])
  const again = await app.call(undoDeletedView, { undo_token }, admin)
  expect([again.status, again.body.detail]).toEqual([409, 'Its owner now has another view with that name, or the maximum number of views.'])
  const own = await app.call(deleteSavedView, { id: restored.body.saved_view_id }, other)
  expect((await app.call(undoDeletedView, own.body, other)).body).toMatchObject({ ...mine, email, is_own: true })
  const [left] = (await app.call(listSavedViews, {}, other)).body
  await app.call(deleteSavedView, { id: left!.saved_view_id }, other)
})

test('names are unique per person and listed in order', async () => {
  for (const view_name of ['beta', 'Alpha']) expect((await app.call(createSavedView, { ...VIEW, view_name }, admin)).status).toBe(201)
  const again = await app.call(createSavedView, { ...VIEW, view_name: ' Alpha ' }, admin)
  expect([again.status, again.body.detail]).toEqual([409, "You already have a view named 'Alpha'."])
  expect((await app.call(createSavedView, { ...VIEW, view_name: 'Alpha' }, other)).status).toBe(201)
  const all = (await app.call(listSavedViews, {}, admin)).body
  expect(all.map((one) => one.view_name)).toEqual(['Alpha', 'beta'])
  expect((await app.call(updateSavedView, { id: all[1]!.saved_view_id, view_name: 'Alpha' }, admin)).status).toBe(409)
})

test.each([
  'https://evil.example/admin/applications/all/all/30',
  '/admin/roles',
  '/admin/applications/all/all/30/17',
  '/admin/applications/all/all/30?q=Ada+Archer',
  '/admin/applications/all/all/30?sort=x&q=Ada',
  '/admin/applications/all/all/30?sort=<script>',
  '//evil.example',
  'javascript:alert(1)',
])('%s is rejected as a view because it leads elsewhere or could identify someone', async (view_path) => {
  expect((await app.call(createSavedView, { view_name: 'x', view_path }, admin)).status).toBe(422)
})

test(`a person can have at most ${MAX_VIEWS}, even if they're saved at the same time`, async () => {
  const as = await app.admin(app.env.ADMIN_EMAILS[2])
  const made = await Promise.all(Array.from({ length: MAX_VIEWS + 5 }, (_, n) => app.call(createSavedView, { ...VIEW, view_name: `View ${n}` }, as)))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_VIEWS)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(5)
})
