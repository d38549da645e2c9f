import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { goodAnswer } from '../../make.ts'
import { ADMIN, INTERVIEWER, OTHER_ADMIN, openProduct, type Session } from './product.ts'

export type Person = 'visitor' | 'applicant' | 'admin' | 'interviewer'
export type Screen = {
  /** The viewer: a visitor has no session, and an applicant has just applied for role 7. */
  as: Person
  path: string
  /** The path it redirects to, if any. */
  lands?: string
  /** An element that's there once the screen is complete. */
  shows: (page: Page) => Locator
  /** The main content, if it's something else. There may be several. */
  does?: (page: Page) => Locator
  /** A path that's expected to return 404. */
  missing?: string
  /** Steps to take before the screen is captured. */
  first?: (page: Page) => Promise<void>
  /** The state those steps lead to, if `npm run screens` shows the path in another state as well. */
  state?: string
  /** Its name in docs/screens, and the variants there. */
  picture?: readonly [name: string, ...looks: readonly Look[]]
}
/** A width in pixels, and the theme if it's dark. */
export type Look = '1280' | '1280-dark' | '390' | '390-dark'

/** Opens the built product with demo data, a browser for each kind of user, and every route with what it shows. */
export async function openEveryScreen() {
  const product = await openProduct()
  const sessions = {
    admin: await product.signIn(ADMIN, 'admin'),
    interviewer: await product.signIn(INTERVIEWER, 'interviewer'),
  }
  const { body: candidates } = await product.ask({ path: '/api/user-session/applicants_by_status/2', as: sessions.admin })
  const ids: number[] = candidates.map((one: { user_session_id: number }) => one.user_session_id)
  const written = await Promise.all(
    ids.map((id) => product.ask({ path: `/api/interviewer_feedback/full-feedback-details?user_session_id=${id}`, as: sessions.admin })),
  )
  const [full, blank] = [true, false].map((hasFeedback) => ids.find((_, place) => written[place]!.body.length > 0 === hasFeedback)!)
  const screens = [...PUBLIC, ...ADMIN_SCREENS, ...adminOf(full!), ...interviewerOf(blank!)]
  /** The other states people can get a screen into: dialogs, errors, and everything filled in. */
  const states = async () => [...PUBLIC_STATES, ...ADMIN_STATES, ...(await statesOfPeople((path) => product.ask({ path, as: sessions.admin })))]

  async function enter(browser: Browser, as: Person, look: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const session = as === 'admin' || as === 'interviewer' ? sessions[as] : null
    const origins = session ? [{ origin: product.url, localStorage: toStorageEntries(as, session) }] : []
    const context = await browser.newContext({ ...look, baseURL: product.url, storageState: { cookies: [], origins } })
    if (as === 'applicant') await apply(context)
    return context
  }
  return { product, screens, states, enter }
}
export type EveryScreen = Awaited<ReturnType<typeof openEveryScreen>>

/** Goes to the screen and waits until it's complete. */
export async function show(page: Page, { path, shows, first }: Screen): Promise<void> {
  await page.goto(path)
  await first?.(page)
  await shows(page).waitFor({ timeout: 60_000 })
}

function toStorageEntries(area: Person, session: Session): { name: string; value: string }[] {
  return Object.entries(session).map(([name, value]) => ({ name: `${area}_${name}`, value: String(value) }))
}

async function apply({ request }: BrowserContext): Promise<void> {
  const opened = await request.post('/api/user-session', { data: { ref_function_role_id: 7, device_info: 'walk' } })
  const { questions } = await opened.json()
  const answers = questions.map((asked: Record<string, string>) => ({
    user_session_answer_id: asked['user_session_answer_id'],
    user_session_id: asked['user_session_id'],
    user_answer_text_box: goodAnswer(asked['question_name']!, asked['question_type']!),
  }))
  const sent = await request.post('/api/user-session/answers', { data: { answers } })
  if (!sent.ok()) throw new Error(await sent.text())
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 })
const field = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
/** A table, or on a phone, a list of cards. */
const table = (name: string) => (page: Page) => page.getByRole('table', { name }).or(page.getByRole('list', { name }))
const combobox = (page: Page) => page.getByRole('combobox').first()
/** The form, or on a phone, the link to the form below the list. */
const addOrPick = (page: Page) => combobox(page).or(page.getByRole('link', { name: 'Add an interviewer' }))
const EDITOR = { does: (page: Page) => page.locator('main form :is(input, textarea, button[type="submit"])') }
const openings = (page: Page) => page.getByRole('link', { name: /^View Details/ }).first()

const PUBLIC: Screen[] = [
  { as: 'visitor', path: '/', shows: openings, picture: ['home', '1280', '1280-dark', '390'] },
  { as: 'visitor', path: '/no-such-page', lands: '/', shows: openings },
  { as: 'visitor', path: '/roles/1/no-such-page', lands: '/', shows: openings },
  { as: 'visitor', path: '/application', shows: heading('Find your application') },
  { as: 'visitor', path: '/how-we-hire', shows: heading('How we hire') },
  {
    as: 'visitor',
    path: '/roles/1',
    shows: (page) => page.getByRole('heading', { name: 'Requirements' }),
    does: (page) => page.getByRole('link', { name: 'Apply Now' }),
    picture: ['role', '1280', '390', '390-dark'],
  },
  {
    as: 'visitor',
    path: '/roles/99999',
    missing: '/roles/99999',
    shows: heading('Role not found'),
    does: (page) => page.getByRole('link', { name: 'See current openings' }),
  },
  { as: 'visitor', path: '/roles/1/apply', shows: button('Submit application'), does: field('First name') },
  { as: 'visitor', path: '/roles/1/resume', lands: '/roles/1/apply', shows: (page) => page.getByText('Session expired or invalid access.') },
  {
    as: 'applicant',
    path: '/roles/7/resume',
    shows: button('Skip this step'),
    does: (page) => page.getByLabel('Your resume'),
    picture: ['resume', '1280'],
  },
  { as: 'applicant', path: '/roles/7/apply', shows: (page) => page.getByRole('heading', { name: "You've already applied for this role" }) },
  { as: 'visitor', path: '/protected-pdf', shows: (page) => page.getByLabel('Password') },
  {
    as: 'visitor',
    path: '/protected-pdf',
    first: openDocument,
    shows: (page) => page.getByRole('region', { name: 'Page 2 of 2' }),
    does: (page) => page.getByRole('region', { name: 'Page 1 of 2' }),
  },
  { as: 'visitor', path: '/admin/login', shows: field('Email'), does: button('Send code'), picture: ['sign-in', '1280'] },
  { as: 'visitor', path: '/interviewer/login', shows: field('Email'), does: button('Send code') },
  ...['/admin', '/admin/no-such-page', '/admin/dashboard', '/admin/applications/1/all/30', '/admin/email-templates/new'].map((path): Screen => ({
    as: 'visitor',
    path,
    lands: '/admin/login',
    shows: field('Email'),
  })),
  ...['/interviewer', '/interviewer/no-such-page', '/interviewer/dashboard'].map((path): Screen => ({
    as: 'visitor',
    path,
    lands: '/interviewer/login',
    shows: field('Email'),
  })),
]

const ADMIN_SCREENS: Screen[] = [
  ...['/admin', '/admin/login', '/admin/no-such-page'].map((path): Screen => ({
    as: 'admin',
    path,
    lands: '/admin/dashboard',
    shows: heading('Admin Dashboard'),
  })),
  {
    as: 'admin',
    path: '/admin/dashboard',
    shows: (page) => page.getByRole('heading', { name: 'Days in a status' }),
    does: (page) => page.getByRole('region', { name: 'For you' }).getByRole('link'),
    picture: ['dashboard', '1280', '1280-dark', '390'],
  },
  { as: 'admin', path: '/admin/dashboard?list=feedback-missing&days=90', shows: table('Feedback missing') },
  {
    as: 'admin',
    path: '/admin/applications',
    shows: (page) => page.getByText('Please select a role to view its applicants.'),
    does: (page) => combobox(page).or(button('Filters')(page)),
  },
  { as: 'admin', path: '/admin/applications/all/all/30', shows: table('Applicants') },
  { as: 'admin', path: '/admin/applications/1/all/400', shows: table('Applicants'), picture: ['applicants', '1280', '1280-dark'] },
  { as: 'admin', path: '/admin/roles', shows: combobox, does: (page) => page.getByRole('link', { name: 'Create New Role' }) },
  { as: 'admin', path: '/admin/roles?role=1', shows: field('Requirements'), ...EDITOR, picture: ['role-editor', '1280'] },
  { as: 'admin', path: '/admin/questions', shows: (page) => page.getByRole('button', { name: /^Edit / }).first(), does: button('New Question') },
  { as: 'admin', path: '/admin/questions?question=11', shows: button('Save Changes'), ...EDITOR },
  { as: 'admin', path: '/admin/email-templates', shows: (page) => page.getByRole('rowheader').first(), does: (page) => page.getByText('New Template') },
  { as: 'admin', path: '/admin/email-templates/new', shows: field('Email HTML Content'), ...EDITOR },
  { as: 'admin', path: '/admin/email-templates/1', shows: field('Email HTML Content'), ...EDITOR, picture: ['email-template', '1280'] },
  { as: 'admin', path: '/admin/interview-instructions', shows: combobox },
  { as: 'admin', path: '/admin/interview-instructions?interview=1', shows: button('Save Changes'), ...EDITOR },
  { as: 'admin', path: '/admin/brand', shows: field('Headline'), ...EDITOR },
  { as: 'admin', path: '/admin/figures', shows: (page) => page.getByRole('heading', { name: 'Stages' }), does: heading('Figures') },
  { as: 'admin', path: '/admin/interviews', shows: button('Next week') },
  { as: 'admin', path: '/admin/invitations', shows: (page) => page.getByRole('combobox', { name: 'Role' }) },
  { as: 'admin', path: '/admin/requests', shows: heading('Candidate Requests') },
  { as: 'admin', path: '/admin/compacts', shows: button('Add row'), does: combobox },
  { as: 'admin', path: '/admin/exclusions', shows: (page) => page.getByText('You have no open matches.') },
  { as: 'admin', path: '/admin/people', shows: button('Invite a person') },
  { as: 'admin', path: '/admin/sessions', shows: button('Add a passkey') },
  { as: 'admin', path: '/admin/system', shows: (page) => page.getByRole('heading', { name: 'No problems found' }), does: button('Check again') },
  { as: 'admin', path: '/admin/audit', shows: (page) => page.getByRole('region', { name: 'Audit trail rows' }), does: button('Search') },
  { as: 'admin', path: '/admin/interviewers', shows: (page) => page.getByRole('combobox', { name: 'Staff on the Bookings pages' }), does: addOrPick },
  { as: 'admin', path: '/admin/interviewers?interviewer=1', shows: button('Update Bio') },
]

const adminOf = (id: number): Screen[] => [
  {
    as: 'admin',
    path: `/admin/applications/all/all/400/${id}`,
    shows: (page) => page.getByRole('heading', { name: 'Timeline' }),
    does: (page) => page.getByRole('button', { name: 'Update Status' }),
  },
  { as: 'admin', path: `/admin/person/${id}`, shows: button('Show names') },
  { as: 'admin', path: `/admin/applications/${id}/interview-feedback`, shows: button('Submit') },
  { as: 'admin', path: `/admin/applications/${id}/licenses`, shows: (page) => page.getByText('not legal advice') },
  { as: 'admin', path: `/admin/applications/${id}/another-role`, shows: heading('Suggest another role') },
  { as: 'admin', path: `/admin/applications/${id}/interviews`, missing: `/api/scheduling/plans/${id}`, shows: heading('Interviews'), ...EDITOR },
]

const interviewerOf = (id: number): Screen[] => [
  ...['/interviewer', '/interviewer/login', '/interviewer/no-such-page', '/interviewer/dashboard'].map((path): Screen => ({
    as: 'interviewer',
    path,
    lands: '/interviewer/dashboard',
    shows: heading('Applicant Review'),
  })),
  { as: 'interviewer', path: '/interviewer/sessions', shows: button('Add a passkey') },
  {
    as: 'interviewer',
    path: `/interviewer/dashboard?interview=1&candidate=${id}`,
    missing: '/api/interviewer_feedback/header',
    shows: button('Submit'),
    picture: ['interviewer', '1280', '1280-dark'],
  },
]

async function openDocument(page: Page): Promise<void> {
  await page.getByLabel('Password').fill('rounds-demo')
  await page.keyboard.press('Enter')
}

const dialog = (page: Page) => page.getByRole('dialog')
const alert = (page: Page) => page.getByRole('alert').first()
/** Opens a dialog with a button or a key once the screen is there. */
const opened = (present: Screen['shows'], by: string) => async (page: Page) => {
  await present(page).waitFor()
  await (/^[A-Z]\w+/.test(by) && !by.includes('+') ? page.getByRole('button', { name: by }).first().click() : page.keyboard.press(by))
}

const PUBLIC_STATES: Screen[] = [
  { as: 'visitor', path: '/?q=astronaut', state: 'nothing found', shows: (page) => page.getByText(/^No openings match/) },
  { as: 'visitor', path: '/roles/1/apply', state: 'filled in', first: fillIn, shows: button('Submit application'), picture: ['apply', '1280', '390'] },
  { as: 'visitor', path: '/roles/1/apply', state: 'errors', first: opened(button('Submit application'), 'Submit application'), shows: alert },
  { as: 'visitor', path: '/admin/login', state: 'code', first: (page) => signInAs(page, OTHER_ADMIN), shows: field('Code') },
]

const ADMIN_STATES: Screen[] = [
  { as: 'admin', path: '/admin/dashboard', state: 'palette', first: find, shows: dialog, picture: ['command-palette', '1280'] },
  { as: 'admin', path: '/admin/dashboard', state: 'keys', first: opened(heading('Admin Dashboard'), '?'), shows: dialog },
  { as: 'admin', path: '/admin/applications/all/all/30', state: 'filters', first: opened(table('Applicants'), 'Filters'), shows: combobox },
  { as: 'admin', path: '/admin/applications/all/all/30', state: 'export', first: opened(table('Applicants'), 'Export to CSV'), shows: dialog },
  { as: 'admin', path: '/admin/people', state: 'invite', first: opened(button('Invite a person'), 'Invite a person'), shows: dialog },
  { as: 'admin', path: '/admin/questions', state: 'new', first: opened(button('New Question'), 'New Question'), shows: button('Create Question') },
]

async function statesOfPeople(read: (path: string) => Promise<{ body: unknown }>): Promise<Screen[]> {
  type Row = { user_session_id: number; has_resume: boolean; ref_application_status_id: number }
  const list = async (path: string) => (await read(path)).body as Row[]
  const applicants = await list('/api/user-session/applicants_with_answers/1?days_ago=90')
  const [inPanel] = await list('/api/user-session/applicants_by_status/2')
  const hired = await list('/api/user-session/applicants_by_status/13')
  const rows = await Promise.all(hired.map((one) => list(`/api/red-flags/hiring-decision-detail?user_session_id=${one.user_session_id}`)))
  const judged = hired[rows.findIndex(({ length }) => length > 0)]!
  const waiting = applicants.find((one) => one.has_resume && one.ref_application_status_id === 5)!
  const one = `/admin/applications/1/all/90/${waiting.user_session_id}`
  const present = heading('Applicant Review')
  return [
    { as: 'admin', path: one, state: 'undecided', shows: (page) => page.getByRole('heading', { name: 'Timeline' }), picture: ['applicant', '1280', '390'] },
    { as: 'admin', path: one, state: 'reject', first: opened(present, 'Reject'), shows: dialog },
    {
      as: 'admin',
      path: `/admin/applications/all/all/400/${inPanel!.user_session_id}`,
      state: 'status',
      first: opened((page) => page.getByRole('heading', { name: 'Timeline' }), 'Update Status'),
      shows: (page) => page.getByRole('menu'),
    },
    {
      as: 'admin',
      path: `/admin/applications/${judged.user_session_id}/interview-feedback`,
      state: 'judged',
      shows: (page) => page.getByText('Submitted by').first(),
      picture: ['feedback-review', '1280'],
    },
  ]
}

async function find(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Days in a status' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('re')
}

async function fillIn(page: Page): Promise<void> {
  const form = page.locator('form').filter({ has: page.locator('[name="first_name"]') })
  await form.locator('[name="first_name"]').fill('Rosa')
  await form.locator('[name="last_name"]').fill('Delgado')
  await form.locator('[name="email"]').fill('rosa.delgado@example.com')
  await form.evaluate((shown) => shown.scrollIntoView())
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
}
