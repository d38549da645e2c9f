import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Env } from '#server/env.ts'
import type { Email } from '#server/mail/email.ts'

type ToCandidate = { user_session_id: number; to_address: string; link: string }

/** The link to someone's own page; it names no one, in case the address is mistyped. */
export function linkEmail(env: Env, { user_session_id, to_address, link }: ToCandidate): Email {
  return email(env, { user_session_id, to_address }, `Your application at ${env.COMPANY_NAME}`, [
    'Use this link to see where your application is, correct it or withdraw it:',
    { link, label: 'See your application' },
    "The link works for 30 days after you last used it. If you didn't ask for it, you can ignore this email.",
  ])
}

/** Proves that the new address belongs to the candidate. */
export function confirmAddressEmail(env: Env, { user_session_id, to_address, link }: ToCandidate): Email {
  return email(env, { user_session_id, to_address }, `Confirm your new address for ${env.COMPANY_NAME} Careers`, [
    "Someone, probably you, asked us to use this address for an application. We'll use it once you open this link:",
    { link, label: 'Use this address' },
    "The link works for 3 days. If you didn't ask for this, you can ignore this email.",
  ])
}

/** To the hiring lead alone: an accommodation request never reaches interviewers. */
export function accommodationEmail(asked: { to_address: string; to_name: string; name: string; function_role_name: string; message: string }): Email {
  const lines = [
    `${asked.name} asked for an accommodation in the application for ${asked.function_role_name}:`,
    asked.message,
    'Please arrange it with them directly. It must have no influence on the decision: keep it apart from the application and share it only with those who have to act on it.',
  ]
  return {
    purpose: 'notice',
    to_address: asked.to_address,
    to_name: asked.to_name,
    subject: `Accommodation request: ${asked.function_role_name}`,
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n'),
  }
}

type Line = string | { link: string; label: string }

function email(env: Env, to: { user_session_id: number; to_address: string }, subject: string, said: Line[]): Email {
  const lines: Line[] = ['Hello,', ...said, `${env.COMPANY_NAME} Careers`]
  return {
    purpose: 'own-page',
    ...to,
    subject,
    text: lines.map((line) => (typeof line === 'string' ? line : line.link)).join('\n\n'),
    html: lines
      .map((line) => (typeof line === 'string' ? `<p>${escapeHtml(line)}</p>` : `<p><a href="${escapeHtml(line.link)}">${line.label}</a></p>`))
      .join('\n'),
  }
}
