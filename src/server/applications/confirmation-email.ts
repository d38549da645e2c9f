import type { Email } from '#server/mail/email.ts'
import { layOut, type Letterhead } from '#server/mail/layout.ts'
import { namedInEmail } from './named-in-email.ts'
import type { Person } from './store.ts'

type Confirmed = { user_session_id: number; role: { function_role_name: string }; person: Person; reply_within_days: number; link: string }

/**
 * What an applicant gets at once: that the application arrived, its reference and what happens next. The address was never verified, so
 * the email repeats nothing the sender typed except a plain name.
 */
export function confirmationEmail(letterhead: Letterhead, { user_session_id, role, person, reply_within_days, link }: Confirmed): Email {
  const name = namedInEmail(person.first_name)
  const { COMPANY_NAME, BASE_URL, contact_email } = letterhead
  const { html, text } = layOut(letterhead, {
    title: "We've received your application",
    paragraphs: [
      name ? `Hello ${name},` : 'Hello,',
      `We've received your application for ${role.function_role_name} at ${COMPANY_NAME}.`,
      `A person on the hiring team reads every application. You'll hear from us within ${reply_within_days} days, by ${longDate(reply_within_days)}.`,
    ],
    facts: [
      ['Role', role.function_role_name],
      ['Reference', String(user_session_id)],
      ['Received', `Your answers, on ${longDate(0)}`],
      ['Resume', 'Optional. Add or replace it on your application page.'],
    ],
    button: { label: 'See your application', url: link },
    closing: [
      'There you can see where it is, correct it or withdraw it.',
      `How we hire: ${BASE_URL}/how-we-hire`,
      `Questions? Email ${contact_email} and mention your reference.`,
    ],
    footer: "You get this email because someone applied with this address. If it wasn't you, you can ignore it.",
  })
  return {
    purpose: 'confirmation',
    user_session_id,
    to_address: person.email!,
    to_name: name,
    subject: `We have your application: ${role.function_role_name}`,
    text,
    html,
  }
}

function longDate(daysFromNow: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + daysFromNow * 24 * 60 * 60 * 1000)
}
