// The screens in docs/screens and how to get to them.

const STORY = 'I like to work with people who listen, and I have done so for nine years.'

export function visitorScreens() {
  return [
    { name: 'home', looks: ['desk', 'desk-dark', 'phone'], go: (page) => page.goto('/') },
    { name: 'role', looks: ['desk', 'phone', 'phone-dark'], go: (page) => page.goto('/roles/1') },
    { name: 'apply', looks: ['desk', 'phone'], go: fillForm },
    { name: 'resume', go: toResumeStep },
    { name: 'sign-in', go: (page) => page.goto('/admin/login') },
  ]
}

/** `read` requests a path as an admin and returns data that must include what's shown. */
export async function staffScreens(read) {
  const applicants = await read('/api/user-session/applicants_with_answers/1?days_ago=90')
  const invited = await read('/api/user-session/applicants_by_status/2')
  const missing = new Set((await read('/api/dashboard/worklists/feedback-missing')).map((row) => row.user_session_id))
  const complete = invited.find((one) => !missing.has(one.user_session_id)) ?? invited[0]
  const judged = await firstJudged(read, [...invited, ...(await read('/api/user-session/applicants_by_status/13'))])
  const [template] = await read('/api/email-templates/metadata')
  const withResume = applicants.find((one) => one.has_resume && one.ref_application_status_id === 5) ?? applicants[0]
  const list = '/admin/applications/1/all/90'
  return [
    { name: 'dashboard', as: 'admin', looks: ['desk', 'desk-dark', 'phone'], go: (page) => show(page, '/admin/dashboard?days=90', 'Days in a status') },
    { name: 'applicants', as: 'admin', looks: ['desk', 'desk-dark'], go: (page) => show(page, list, 'Applicant Review') },
    { name: 'applicant', as: 'admin', looks: ['desk', 'phone'], go: (page) => show(page, `${list}/${withResume.user_session_id}`, 'Applicant Review') },
    { name: 'email-template', as: 'admin', go: (page) => show(page, `/admin/email-templates/${template.ref_email_base_id}`) },
    { name: 'role-editor', as: 'admin', go: (page) => show(page, '/admin/roles?role=1') },
    { name: 'feedback-review', as: 'admin', go: (page) => show(page, `/admin/applications/${judged.user_session_id}/interview-feedback`) },
    { name: 'command-palette', as: 'admin', go: openPalette, clip: { x: 160, y: 0, width: 960, height: 640 } },
    {
      name: 'interviewer',
      as: 'interviewer',
      looks: ['desk', 'desk-dark'],
      go: (page) => show(page, `/interviewer/dashboard?interview=1&candidate=${complete.user_session_id}`, 'Applicant Review'),
    },
  ]
}

/** Returns someone whose red flags have been reviewed, or else the first applicant. */
async function firstJudged(read, applicants) {
  for (const applicant of applicants) {
    const details = await read(`/api/red-flags/hiring-decision-detail?user_session_id=${applicant.user_session_id}`)
    if (details.length > 0) return applicant
  }
  return applicants[0]
}

async function show(page, path, heading) {
  await page.goto(path)
  await page
    .getByRole('heading', heading ? { name: heading } : { level: 1 })
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
}

async function openPalette(page) {
  await show(page, '/admin/dashboard', 'Days in a status')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('re')
}

async function fillForm(page) {
  const opened = page.waitForResponse((response) => response.url().endsWith('/api/user-session'))
  await page.goto('/roles/1/apply')
  await opened
  await page.locator('[name="first_name"]').fill('Rosa')
  await page.locator('[name="last_name"]').fill('Delgado')
  await page.locator('[name="email"]').fill('rosa.delgado@example.com')
  await page.locator('[name="first_name"]').evaluate((field) => field.closest('form').scrollIntoView())
}

async function toResumeStep(page) {
  await fillForm(page)
  await page.locator('[name="recent_role_tenure"]').fill('18')
  for (const group of await page.getByRole('radiogroup').all()) await group.getByLabel('No').check()
  for (const box of await page.locator('.field textarea:not([tabindex="-1"])').all()) await box.fill(STORY)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.waitForURL('**/resume')
}
