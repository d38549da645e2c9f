import { desc, eq } from 'drizzle-orm'
import { sendCode, verifyCode, type StaffRole } from '#contract/auth/auth.ts'
import { email_outbox } from '#server/db/tables.ts'
import { unseal } from '#server/mail/sealed.ts'
import type { Actor, TestApp } from './setup/app.ts'

/** The demo's first admin. */
export const ADMIN = 'admin@meridianhealth.example'

/** Requests a code and reads it from the email, as its recipient would. */
export async function codeFor(app: TestApp, email: string | undefined = ADMIN, as: Actor = {}): Promise<string> {
  const { status, body } = await app.call(sendCode, { email }, as)
  if (status !== 200) throw new Error(`No code was sent: ${status} ${body.detail}`)
  return (await codesOf(app, email))[0]!
}

/** Returns the codes from the emails to an address, or the full emails, latest first. */
export async function codesOf({ db, services }: TestApp, email: string, what: 'code' | 'text' = 'code'): Promise<string[]> {
  const rows = await db
    .select({ text: email_outbox.text, purpose: email_outbox.purpose })
    .from(email_outbox)
    .where(eq(email_outbox.to_address, email))
    .orderBy(desc(email_outbox.email_id))
  const texts = rows.filter(({ purpose }) => purpose === 'sign-in').map(({ text }) => unseal(services.keys, text))
  return what === 'text' ? texts : texts.map((text) => /\b\d{8}\b/.exec(text)![0])
}

export async function signInFor(app: TestApp, email: string, { role, ...as }: Actor & { role?: StaffRole } = {}) {
  const code = await codeFor(app, email, as)
  return app.call(verifyCode, { email, code, ...(role && { role }) }, as)
}
