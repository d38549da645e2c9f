import { replyPromise } from '#contract/pages.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import type { Env } from '#server/env.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'
import type { ConfirmationContent } from './confirmation-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The email an applicant gets after the resume step: what we received, its reference and what happens next. The address isn't verified, so the email
 * doesn't repeat anything the sender typed except a plain name.
 */
export function confirmationEmail(letterhead: Letterhead, confirmed: ConfirmationContent & { link: string; time_zone: string }): Email {
  const { user_session_id, reference, function_role_name, email, first_name, applied_at, reply_within_days, has_resume, link, time_zone } = confirmed
  const name = nameForEmail(first_name)
  const { COMPANY_NAME, BASE_URL, contact_email } = letterhead
  const { html, text } = wrapInLayout(letterhead, {
    title: "We've received your application",
    paragraphs: [
      name ? `Hello ${name},` : 'Hello,',
      `We've received your application for ${function_role_name} at ${COMPANY_NAME}.`,
      `A person on the hiring team reads every application. ${replyPromise(reply_within_days).slice(0, -1)}, by ${formatLongDay(time_zone, Date.parse(applied_at) + reply_within_days * DAY_MS)}.`,
    ],
    facts: [
      ['Role', function_role_name],
      ['Reference', reference],
      ['Received', formatLongDay(time_zone, applied_at)],
      ['Resume', has_resume ? 'Received (PDF)' : "None yet. It's optional: you can add one on your application page."],
    ],
    button: { label: 'See your application', url: link },
    closing: [
      'There you can check on it, update it or withdraw it.',
      `How we hire: ${BASE_URL}/how-we-hire`,
      `Questions? Email ${contact_email} and mention your reference.`,
    ],
    footer: "You're getting this email because someone applied with this address. If it wasn't you, you can ignore it.",
  })
  return {
    purpose: 'confirmation',
    user_session_id,
    to_address: email,
    to_name: name,
    subject: `We have your application: ${function_role_name}`,
    text,
    html,
  }
}

/** The confirmation with sample data, as an applicant would get it now. */
export function sampleConfirmation(letterhead: Letterhead, { TIME_ZONE, REPLY_WITHIN_DAYS, BASE_URL }: Env): Email {
  return confirmationEmail(letterhead, {
    user_session_id: 0,
    reference: 'K7M2QX4D',
    function_role_name: 'Nurse Practitioner',
    first_name: 'Rosa',
    last_name: 'Ellery',
    email: 'rosa@example.com',
    applied_at: new Date().toISOString(),
    reply_within_days: REPLY_WITHIN_DAYS,
    has_resume: true,
    link: `${BASE_URL}/application`,
    time_zone: TIME_ZONE,
  })
}

const MAX_NAME_LENGTH = 40
/** Characters that email programs turn into links, or that only a message posing as a name would need. */
const NOT_A_NAME = /[@/\\:<>[\]{}()\d#$%*=_|]|\p{L}\.\p{L}{2}|https?|www/iu

/** The name if it's safe to repeat in an email to an unverified address (one short line without links); otherwise empty. */
export function nameForEmail(name: string | null | undefined): string {
  const words = (name ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !NOT_A_NAME.test(word))
    .slice(0, 3)
  const short = words.join(' ')
  return short.length <= MAX_NAME_LENGTH ? short : ''
}
