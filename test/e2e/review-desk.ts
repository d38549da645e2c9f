import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startProduct, type Product } from '../faults/product.ts'
import { parse } from '../setup/csv.ts'
import { startMailServer } from '../setup/mail-server.ts'

const ADMINS = ['admin@meridianhealth.example', 'hiring@meridianhealth.example']
export const DELAY_SECONDS = 4

export type Listed = {
  user_session_id: number
  ref_application_status_id: number
  ref_function_role_id: number
  first_name: string
  last_name: string
  email: string
  alias: string
  linkedin_profile_url: string | null
  has_resume: boolean
}
type Session = { token: string; email: string; expires_at: string; idle_until: string }

export let product: Product
export let sessions: Session[]
let mail: Awaited<ReturnType<typeof startMailServer>>
const folder = mkdtempSync(join(tmpdir(), 'rounds-review-'))
const used = new Set<number>()

/** The built product with demo data, a real mail server, and two admins. */
export async function openDesk(): Promise<void> {
  mail = await startMailServer()
  product = await startProduct({
    DATA_DIR: folder,
    SEED: 'demo',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Careers <careers@meridianhealth.example>',
    MAIL_DELAY_SECONDS: String(DELAY_SECONDS),
    NODE_ENV: 'development',
  })
  sessions = await Promise.all(ADMINS.map(signIn))
}

export async function closeDesk(): Promise<void> {
  await product?.stop()
  await mail?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function signIn(email: string): Promise<Session> {
  await post(null, '/api/auth/send-code', { email, role: 'admin' })
  const letter = () => mail.received.find(({ to, mail: { subject } }) => to.includes(email) && subject?.startsWith('Your code'))
  await expect.poll(() => letter() !== undefined, { timeout: 30_000 }).toBe(true)
  const code = /\b\d{8}\b/.exec(letter()!.mail.text ?? '')![0]
  return (await post(null, '/api/auth/verify-code', { email, code, role: 'admin' })) as Session
}

export async function enter(page: Page, path: string): Promise<void> {
  await page.addInitScript((session) => {
    if (window.origin === 'null') return
    for (const [key, value] of Object.entries(session)) localStorage.setItem(`admin_${key}`, String(value))
  }, sessions[0]!)
  await page.goto(product.url + path)
}

export async function post(session: Session | null, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session.token}` }) }
  const response = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response.json()
}

export async function list(session: Session, role: string, query: string): Promise<Listed[]> {
  const response = await fetch(`${product.url}/api/user-session/applicants_with_answers/${role}?${query}`, {
    headers: { authorization: `Bearer ${session.token}` },
  })
  return (await response.json()) as Listed[]
}

/** A role with enough applicants that wait, all of its applicants, and those who wait. */
export async function busyRole(): Promise<[string, Listed[], Listed[]]> {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const byRole = Map.groupBy(everybody, (one) => one.ref_function_role_id)
  const waiting = (all: Listed[]) => all.filter((one) => one.ref_application_status_id === 5 && !used.has(one.user_session_id))
  const [role, all] = [...byRole].toSorted(([, one], [, other]) => waiting(other).length - waiting(one).length)[0]!
  return [String(role), all, waiting(all)]
}

export function take(waiting: Listed[]): Listed {
  const one = waiting.find((applicant) => !used.has(applicant.user_session_id))!
  used.add(one.user_session_id)
  return one
}

export async function standing({ user_session_id }: Listed): Promise<number> {
  const response = await fetch(`${product.url}/api/applicants/by-id/${user_session_id}`, { headers: { authorization: `Bearer ${sessions[0]!.token}` } })
  return ((await response.json()) as Listed).ref_application_status_id
}

export function lettersTo({ email }: Listed) {
  return mail.received.filter(({ to }) => to.includes(email))
}

export async function download(page: Page): Promise<{ name: string; rows: string[][] }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export to CSV/ }).click()
  const file = await started
  return { name: file.suggestedFilename(), rows: parse(readFileSync(await file.path(), 'utf8').replace('\uFEFF', '')) }
}
