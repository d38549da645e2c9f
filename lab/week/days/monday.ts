import { updateBrand, readBrand } from '#contract/brand/brand.ts'
import { addInterviewer, saveOwnCalendar } from '#contract/interviewers.ts'
import { createRole, duplicateRole, listOpenRoles, updateRole } from '#contract/roles.ts'
import { addOwner, invitePerson, listPeople } from '#contract/staff/staff.ts'
import type { Browser, Person } from '#lab/between/cast.ts'
import { makePerson } from '#lab/between/cast.ts'
import { at, TIME_ZONE } from '../clock.ts'
import { must, nextEmail, sendForm, signIn, type Week } from '../week.ts'

export const DOMAIN = 'example.com'
const OWNER = `owner@${DOMAIN}`
const LEAD = { hiring_lead_email: `lead@${DOMAIN}`, hiring_lead_name: 'Lena Lead' }
const ALL_DAY = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '18:00' }))

/** Monday: installs as the guide says, with the first run in a browser, then sets up brand, owners, roles and team. */
export async function monday(week: Week): Promise<void> {
  await firstRun(week)
  const owner = await signIn(week, 'owner', OWNER, { sees: 'all', may: 'names' })
  const { version } = await must(week, { staff: owner }, readBrand, {})
  await must(week, { staff: owner }, updateBrand, { headline: 'Care that goes home with you', lead: 'Join us.', version })
  await must(week, { staff: owner }, addOwner, { email: `second.owner@${DOMAIN}` })
  await makeRoles(week)
  await inviteTeam(week)
  await hireInterviewers(week)
}

async function firstRun(week: Week): Promise<void> {
  const { out } = await week.site.cli(['first-run', 'link'])
  const someone: Person = makePerson('installer', 0)
  const [browser] = someone.browsers as [Browser]
  const who = { person: someone, browser }
  const link = new URL(out.trim().split('\n')[0]!).pathname
  await step(week, who, link)
  const port = String(week.site.mails.port)
  const mail = { smtp_host: '127.0.0.1', smtp_port: port, smtp_user: '', smtp_password: '', MAIL_FROM: `Clinic Careers <careers@${DOMAIN}>` }
  await step(week, who, '/first-run/employer', { COMPANY_NAME: 'Clinic', BASE_URL: week.site.url, COMPANY_DOMAIN: DOMAIN, TIME_ZONE })
  await step(week, who, '/first-run/mail-test', { ...mail, test_to: OWNER })
  await step(week, who, '/first-run/mail', mail)
  const text = await nextEmail(
    week,
    OWNER,
    ({ mail: { text: words = '' } }) => /\b\d{8}\b/.test(words),
    () => step(week, who, '/first-run/owner', { email: OWNER }),
  )
  await step(week, who, '/first-run/owner-code', { email: OWNER, code: /\b\d{8}\b/.exec(text)![0] })
  week.story.push('The first run set the employer, the mail server and the first owner.')
}

async function step(week: Week, who: { person: Person; browser: Browser }, path: string, fields: Record<string, string> = {}): Promise<void> {
  const done = await sendForm(week, who, path, { sent: 'yes', ...fields })
  if (done.status === null || done.status >= 400) throw new Error(`POST ${path} → ${done.status}: ${done.body.slice(0, 3_000)}`)
}

/** Creates a role and two copies of it, one of them a draft that's published automatically on Wednesday. */
async function makeRoles(week: Week): Promise<void> {
  const owner = { staff: week.staff['owner']! }
  const text = {
    function_role_name: 'Remote Care Coordinator',
    function_role_description: 'You keep patients and clinicians in touch.',
    function_role_responsibilities: 'Call patients\nKeep records',
    function_role_requirements: 'Two years with patients',
  }
  const pay = { salary_min: 60_000, salary_max: 80_000, salary_currency: 'USD', salary_unit: 'YEAR' as const }
  const first = await must(week, owner, createRole, { ...text, ...LEAD, ...pay, openings: 1 })
  const copy = async (name: string, more: { published_at?: string } = {}) => {
    const { ref_function_role_id: id, version } = await must(week, owner, duplicateRole, { id: first.ref_function_role_id })
    return must(week, owner, updateRole, { id, version, function_role_name: name, state: 'published', ...more })
  }
  const second = await copy('Night Care Coordinator')
  const third = await copy('Weekend Care Coordinator', { published_at: at(2, '07:00').toISOString() })
  for (const { ref_function_role_id: id } of [first, second, third]) week.roles.push({ id, lead: LEAD.hiring_lead_email })
  const open = await must(week, { visitor: 'visitor' }, listOpenRoles, {})
  if (open.length !== 2) week.findings.push(`${open.length} roles were open on Monday instead of 2.`)
  week.story.push('Two roles were made from one; the third is scheduled for Wednesday.')
}

async function inviteTeam(week: Week): Promise<void> {
  const owner = { staff: week.staff['owner']! }
  const [first, second, third] = week.roles.map(({ id }) => id) as [number, number, number]
  const team = [
    ['recruiter 1', 'recruiter', [first]],
    ['recruiter 2', 'recruiter', [first, second]],
    ['recruiter 3', 'recruiter', [first, second, third]],
    ['manager 1', 'hiring-manager', [first]],
    ['manager 2', 'hiring-manager', [second]],
    ['auditor', 'auditor', []],
  ] as const
  for (const [name, given_role, scope] of team) {
    const email = `${name.replace(' ', '.')}@agency.example`
    await nextEmail(
      week,
      email,
      () => true,
      () => must(week, owner, invitePerson, { email, given_role, scope: [...scope], may_decide_flag: name === 'manager 1' }),
    )
    await signIn(week, name, email, given_role === 'auditor' ? { sees: 'all', may: 'blind' } : { sees: [...scope], may: 'names' })
  }
  const people = await must(week, owner, listPeople, {})
  for (const one of Object.values(week.staff)) one.staff_account_id = people.find(({ email }) => email === one.email)!.staff_account_id!
  week.story.push('Three recruiters, two hiring managers and an auditor were invited and signed in.')
}

async function hireInterviewers(week: Week): Promise<void> {
  for (const at of [1, 2]) {
    const email = `interviewer.${at}@${DOMAIN}`
    await must(week, { staff: week.staff['owner']! }, addInterviewer, { interviewer_name: `Ivo Interviewer ${at}`, interviewer_email: email })
    const interviewer = await signIn(week, `interviewer ${at}`, email, { sees: 'all', may: 'names' })
    const calendar = { time_zone: TIME_ZONE, weekly_hours: ALL_DAY, days_off: [], daily_maximum: 8 }
    await must(week, { staff: interviewer }, saveOwnCalendar, calendar)
  }
  week.story.push('Two interviewers entered their hours.')
}
