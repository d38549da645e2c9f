import { expect, type Page } from '@playwright/test'
import { openProduct, type Product, type Session } from './product.ts'

export const EMAIL = 'mirabel.stonecroft@meridianhealth.example'

/** An admin from outside the company who isn't an interviewer. */
const ADMIN = 'root@agency.example'
export let product: Product
export let session: Session
export let admin: Session
export let me: { ref_interviewer_id: number; interviewer_name: string }

/** Candidates in the panel interview for whom this interviewer hasn't written Interview B feedback. */
export let candidates: { user_session_id: number; first_name: string; last_name: string }[]
export const INTERVIEW = 2

/** Opens the product with a signed-in interviewer and admin, and candidates to write about. */
export async function openDesk(): Promise<void> {
  product = await openProduct({ ADMIN_EMAILS: ADMIN })
  session = await product.signIn(EMAIL, 'interviewer')
  admin = await product.signIn(ADMIN, 'admin')
  me = (await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${EMAIL}`, as: session })).body
  const all = (await product.ask({ path: '/api/user-session/applicants_by_status/2', as: session })).body
  candidates = []
  for (const one of all) if ((await header(one.user_session_id)).status === 404) candidates.push(one)
  expect(candidates.length).toBeGreaterThan(6)
}

export async function closeDesk(): Promise<void> {
  await product?.close()
}

export function header(user_session_id: number) {
  const query = new URLSearchParams({
    user_session_id: String(user_session_id),
    ref_interview_id: String(INTERVIEW),
    ref_interviewer_id: String(me.ref_interviewer_id),
  })
  return product.ask({ path: `/api/interviewer_feedback/header?${query}`, as: session })
}

/** Returns the answers stored on the server, in question order. */
export async function readStoredAnswers(user_session_id: number): Promise<string[]> {
  const { status, body } = await header(user_session_id)
  if (status !== 200) return []
  const details = await product.ask({ path: `/api/interviewer_feedback/feedback-details?if_interview_header_id=${body.interview_header_id}`, as: session })
  return details.body.map((one: { interviewer_feedback: string }) => one.interviewer_feedback)
}

export const linkTo = (user_session_id: number) => `${product.url}/interviewer/dashboard?interview=${INTERVIEW}&candidate=${user_session_id}`
export const answers = (page: Page) => page.getByRole('textbox', { name: /^\d\. / })
export const SAVED = /^Saved \d{1,2}:\d\d [AP]M$/
