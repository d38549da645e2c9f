import { expect, request } from '@playwright/test'
import { ADMIN, HOLD_SECONDS, INTERVIEWER, openProduct, type Product, type Session } from './product.ts'

const ANSWERS = {
  first_name: 'Ada',
  last_name: 'Archer',
  opt_in_legally_authorized: 'Yes',
  require_sponsorship: 'No',
  startup_previously: 'No',
  recent_role_tenure: '18',
  why_this_role: 'To learn from nurses.',
  proudest_work: 'A clinic.',
}

export type InterviewDesk = { product: Product; admin: Session; interviewer: Session; close: () => Promise<void> }

/** Opens the product with an admin and an interviewer. Emails are held for this many seconds, or until a test sends them. */
export async function openInterviewDesk(delay = HOLD_SECONDS): Promise<InterviewDesk> {
  const product = await openProduct({ MAIL_DELAY_SECONDS: delay })
  const [admin, interviewer] = await Promise.all([product.signIn(ADMIN, 'admin'), product.signIn(INTERVIEWER, 'interviewer')])
  return { product, admin, interviewer, close: product.close }
}

/** Returns the latest email to someone with this subject, ignoring the first `after` emails. Sends emails held for undo first. */
export async function latestEmailTo({ received, sendWaiting }: Product, address: string, subject: RegExp, after = 0) {
  const found = () => received.slice(after).filter(({ to, mail }) => to.includes(address) && subject.test(mail.subject ?? ''))
  const sent = async () => {
    await sendWaiting()
    return found().length
  }
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(0)
  return found().at(-1)!.mail
}

export async function emailTo(...newest: Parameters<typeof latestEmailTo>): Promise<string> {
  return (await latestEmailTo(...newest)).text ?? ''
}

export async function expectOk(answer: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** Applies for the first role. */
export async function apply(product: Product, email: string): Promise<number> {
  const answers = Object.entries({ ...ANSWERS, email }).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  const applied = await expectOk(product.ask({ path: '/roles/1/apply', body: { answers } }))
  return (applied as { user_session_id: number }).user_session_id
}

/** Creates a candidate who has just reached the panel interview. */
export async function moveToPanel({ product, admin }: InterviewDesk, email: string): Promise<number> {
  const id = await apply(product, email)
  await expectOk(product.ask({ path: '/api/user-session/update_status', body: { user_session_id: id, ref_application_status_id: 2 }, as: admin }))
  return id
}

/** Sends the invitation and returns the path of the link in it. */
export async function invite({ product, admin }: InterviewDesk, id: number, email: string): Promise<string> {
  const body = { candidate_info: { user_session_id: id }, template_name: 'Schedule Panel Interview' }
  await expectOk(product.ask({ path: '/api/user-session/send_candidate_email', body, as: admin }))
  return new URL(/http\S+\/application\/[\w-]{43,}/.exec(await emailTo(product, email, /We'd like to meet you/))![0]).pathname
}

/**
 * Creates a candidate who has booked a free time for Interview A (the one at index `place`), and returns the path of the link in the interviewer's
 * invitation.
 */
export async function book(desk: InterviewDesk, email: string, place = 3): Promise<{ id: number; link: string }> {
  const { product, admin, interviewer } = desk
  const before = product.received.length
  const id = await moveToPanel(desk, email)
  const { body: me } = await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${INTERVIEWER}`, as: interviewer })
  const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [me.ref_interviewer_id] }]
  await expectOk(product.ask({ path: `/api/scheduling/plans/${id}`, method: 'PUT', body: { parts }, as: admin }))

  const candidate = await request.newContext({ baseURL: product.url })
  await candidate.get(await invite(desk, id, email))
  const times = `/api/candidate/applications/${id}/times`
  const { interviews } = await (await candidate.get(times)).json()
  expect((await candidate.post(`${times}/hold`, { data: { ref_interview_id: 1, starts_at: interviews[0].free[place] } })).status()).toBe(200)
  expect((await candidate.post(`${times}/confirm`, { data: {} })).status()).toBe(200)
  await candidate.dispose()
  const invitation = await emailTo(product, INTERVIEWER, /^Interview confirmed/, before)
  return { id, link: new URL(/http\S+\/interviews\/answer\/\S+/.exec(invitation)![0]).pathname }
}
