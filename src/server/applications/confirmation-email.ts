import type { Env } from '#server/env.ts'
import { escapeHtml, type Email } from '#server/mail/email.ts'
import { namedInEmail } from './named-in-email.ts'
import type { Person } from './store.ts'

type Confirmed = { user_session_id: number; role: { function_role_name: string }; person: Person; reply_within_days: number; link: string }

/**
 * What an applicant gets at once: that the application arrived, its reference and what happens next. The address was never verified, so
 * the email repeats nothing the sender typed except a plain name.
 */
export function confirmationEmail(env: Env, { user_session_id, role, person, reply_within_days, link }: Confirmed): Email {
  const name = namedInEmail(person.first_name)
  const greeting = name ? `Hello ${name},` : 'Hello,'
  const received = longDate(0)
  const lines = [
    `We've received your application for ${role.function_role_name} at ${env.COMPANY_NAME}.`,
    `Reference: ${user_session_id}. Received: ${received}.`,
    `A person on the hiring team reads every application. You'll hear from us within ${reply_within_days} days, by ${longDate(reply_within_days)}.`,
    `See where your application is, correct it or withdraw it: ${link}`,
    `How we hire: ${env.BASE_URL}/how-we-hire`,
    "If you didn't apply, someone typed your address by mistake and you can ignore this email.",
  ]
  const signature = `${env.COMPANY_NAME} Careers`
  return {
    purpose: 'confirmation',
    user_session_id,
    to_address: person.email!,
    to_name: name,
    subject: `We have your application: ${role.function_role_name}`,
    text: [greeting, ...lines, signature].join('\n\n'),
    html: [greeting, ...lines, signature].map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
  }
}

function longDate(daysFromNow: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + daysFromNow * 24 * 60 * 60 * 1000)
}
