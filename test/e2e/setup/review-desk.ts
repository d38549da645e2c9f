import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { parse } from '../../setup/csv.ts'
import { ADMIN, storeSession, HOLD_SECONDS, openProduct, OTHER_ADMIN, type Product, type Session } from './product.ts'

export type Listed = {
  user_session_id: number
  ref_application_status_id: number
  ref_function_role_id: number
  first_name: string
  last_name: string
  email: string
  alias: string
  hiring_lead_email: string
  linkedin_profile_url: string | null
  has_resume: boolean
  answers: { question_name: string; question_text: string; applicants_answer: string }[]
}
export let product: Product
export let sessions: Session[]
const used = new Set<number>()

/** Opens the product with a mail server and two admins. */
export async function openDesk(): Promise<void> {
  product = await openProduct({ MAIL_DELAY_SECONDS: HOLD_SECONDS })
  sessions = await Promise.all([ADMIN, OTHER_ADMIN].map((email) => product.signIn(email, 'admin')))
}

export async function closeDesk(): Promise<void> {
  await product?.close()
}

export async function enter(page: Page, path: string): Promise<void> {
  await storeSession(page, 'admin', sessions[0]!)
  await page.goto(product.url + path)
}

export async function post(as: Session, path: string, body: unknown): Promise<unknown> {
  const answer = await product.ask({ path, body, as })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

export async function list(as: Session, role: string, query: string): Promise<Listed[]> {
  const { body } = await product.ask({ path: `/api/user-session/applicants_with_answers/${role}?${query}`, as })
  return body as Listed[]
}

/** More than any test needs. */
const MIN_WAITING = 6

/** Stays below the length at which a list stops rendering rows outside the screen. */
const RENDERED = 80

/** Returns a role with enough waiting applicants, all of its applicants, and the waiting ones. Adds applicants if there are too few. */
export async function busyRole(): Promise<[string, Listed[], Listed[]]> {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const byRole = [...Map.groupBy(everybody, (one) => one.ref_function_role_id)].filter(([, all]) => all.length <= RENDERED)
  const [role, all] = byRole.toSorted(([, one], [, other]) => onlyWaiting(other).length - onlyWaiting(one).length)[0]!
  const missing = MIN_WAITING - onlyWaiting(all).length
  if (missing <= 0) return [String(role), all, onlyWaiting(all)]
  for (let count = 0; count < missing; count++) await applyWithSameAnswers(all[0]!)
  return busyRole()
}

const onlyWaiting = (all: Listed[]) => all.filter((one) => one.ref_application_status_id === 5 && !used.has(one.user_session_id))

/** Applies for the same role as someone else, with the same answers. */
async function applyWithSameAnswers({ ref_function_role_id, answers }: Listed): Promise<void> {
  const name = `Quill${randomUUID().replace(/[^a-f]/g, '')}`
  const own = { first_name: 'Nora', last_name: name, email: `${name}@example.com`, linkedin_profile_url: `https://www.linkedin.com/in/${name}` }
  const given = Object.fromEntries(answers.map(({ question_name, applicants_answer }) => [question_name, applicants_answer]))
  const all = Object.entries({ ...given, ...own }).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  const { status, body } = await product.ask({ path: `/roles/${ref_function_role_id}/apply`, body: { answers: all } })
  expect(status, JSON.stringify(body)).toBe(201)
}

export function take(waiting: Listed[]): Listed {
  const one = waiting.find((applicant) => !used.has(applicant.user_session_id))
  if (!one) throw new Error(`A journey takes more than ${MIN_WAITING} applicants.`)
  used.add(one.user_session_id)
  return one
}

export async function readStatus({ user_session_id }: Listed): Promise<number> {
  const { body } = await product.ask({ path: `/api/applicants/by-id/${user_session_id}`, as: sessions[0]! })
  return (body as Listed).ref_application_status_id
}

/** Returns the emails to someone, except the confirmation that everyone who applies during a test gets. */
export function emailsTo({ email }: Listed) {
  return product.received.filter(({ to, mail }) => to.includes(email) && !mail.subject?.startsWith('We have your application'))
}

export async function download(page: Page): Promise<{ name: string; rows: string[][] }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export to CSV/ }).click()
  await page.getByRole('dialog', { name: 'Export to CSV' }).getByRole('button', { name: 'Download' }).click()
  const file = await started
  return { name: file.suggestedFilename(), rows: parse(readFileSync(await file.path(), 'utf8').replace('\uFEFF', '')) }
}
