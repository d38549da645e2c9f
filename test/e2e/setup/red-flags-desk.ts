import { expect, type Page } from '@playwright/test'
import { ADMIN, openProduct, type Product, type Session } from './product.ts'

const EMAIL = 'tycho.rosenwater@meridianhealth.example'
export const BLAMES_OTHERS = 'He blamed the night shift for the missing chart.'
export const OWNS_MISTAKE = 'Later he said that the mistake was his own.'
export const FLAG = 'Blames others instead of owning mistakes'
export const OTHER_FLAG = 'Unreliable attendance or punctuality'
export let product: Product
export let admin: Session
let interviewer: Session
export let candidate: { user_session_id: number; first_name: string; last_name: string; function_role_name: string }
export let header: number
let questions: { if_interviewer_role_feedback_question_id: number }[]

/** Opens the product with an admin, and a candidate for whom an interviewer submitted feedback. */
export async function openDesk(): Promise<void> {
  product = await openProduct()
  interviewer = await product.signIn(EMAIL, 'interviewer')
  admin = await product.signIn(ADMIN, 'admin')
  candidate = await freshCandidate()
  const me = (await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${EMAIL}`, as: interviewer })).body
  const triple = { user_session_id: candidate.user_session_id, ref_interview_id: 1, ref_interviewer_id: me.ref_interviewer_id }
  const opened = await product.ask({
    path: '/api/interviewer_feedback/header',
    body: { ...triple, interview_datetime_utc: new Date().toISOString() },
    as: interviewer,
  })
  header = opened.body.interview_header_id
  questions = (await product.ask({ path: '/api/interviewer_feedback/questions?ref_interview_role_id=1', as: interviewer })).body
  await write([`${BLAMES_OTHERS} ${OWNS_MISTAKE}`, 'Kind to the family.'])
}

export async function closeDesk(): Promise<void> {
  await product?.close()
}

/** Creates a candidate who was just moved to the panel interview, so no one has written anything yet. */
async function freshCandidate(): Promise<typeof candidate> {
  const query = 'days_ago=3650&ref_application_status_id=5&identifiable=true&limit=1'
  const [one] = (await product.ask({ path: `/api/user-session/applicants_with_answers/all?${query}`, as: admin })).body
  const moved = await product.ask({
    path: '/api/user-session/update_status',
    body: { user_session_id: one.user_session_id, ref_application_status_id: 2 },
    as: admin,
  })
  expect(moved.status).toBe(200)
  return one
}

export function write(texts: string[]) {
  const feedbacks = texts.map((interviewer_feedback, place) => ({ ...questions[place]!, if_interview_header_id: header, interviewer_feedback }))
  return product.ask({ path: '/api/interviewer_feedback/feedback-details', body: { feedbacks, submitted: true }, as: interviewer })
}

export async function readStoredDecisions(): Promise<
  { fgl_rationale: string; source: string; reviewed: boolean; fgl_absent_flag: boolean; decided: boolean }[]
> {
  return (await product.ask({ path: `/api/red-flags/hiring-decision-detail?user_session_id=${candidate.user_session_id}`, as: admin })).body
}

export async function open(page: Page): Promise<void> {
  await page.goto(`${product.url}/admin/applications/${candidate.user_session_id}/interview-feedback`)
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeVisible()
  const folded = page.getByRole('button', { name: /without evidence$/, expanded: false })
  if ((await folded.count()) > 0) await folded.click()
}

export const rowOf = (page: Page, flag = FLAG) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: flag }) })
export const stateOf = (page: Page, flag = FLAG) => rowOf(page, flag).locator('[data-state]')
export const present = (page: Page, flag = FLAG) => rowOf(page, flag).getByRole('button', { name: `Present: ${flag}` })
export const rationaleOf = (page: Page, flag = FLAG) => rowOf(page, flag).getByRole('textbox')
