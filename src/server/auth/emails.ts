import { ACCESS, type GivenRole } from '#contract/access.ts'
import { CODE_MINUTES } from '#contract/auth.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Email } from '#server/mail/email.ts'
import { seal } from '#server/mail/sealed.ts'
import type { Services } from '#server/services.ts'

type Needed = Pick<Services, 'env' | 'keys'>

/**
 * The email with a code. The subject doesn't have it, because subjects show up in notifications, lists and mail server logs. The last
 * line binds it to this site, so that a phone offers it here and nowhere else.
 */
export function codeEmail({ env, keys }: Needed, email: string, code: string): Email {
  const sealed = seal(keys, code)
  const { hostname } = new URL(env.BASE_URL)
  const lines = [
    `It works once, within ${CODE_MINUTES} minutes, and only until you request another one. Enter it on the page where you requested it.`,
    "If you didn't request it, someone typed your address, and you can ignore this email. We'll never ask you for this code.",
  ]
  return {
    purpose: 'sign-in',
    to_address: email,
    to_name: '',
    subject: `Your code for ${env.COMPANY_NAME} Careers`,
    text: [`${sealed} is your code to sign in to ${env.COMPANY_NAME} Careers.`, ...lines, `@${hostname} #${sealed}`].join('\n\n'),
    html: page([
      `<p>Your code to sign in to ${escapeHtml(env.COMPANY_NAME)} Careers:</p>`,
      `<p style="font-size:28px;font-weight:bold;letter-spacing:3px">${sealed}</p>`,
      ...lines.map(paragraph),
    ]),
  }
}

/** Tells the owner of an address about a sign-in from a browser that's new to it. */
export function newBrowserEmail({ env }: Pick<Services, 'env'>, email: string, browser: string): Email {
  const lines = [
    `Someone signed in to ${env.COMPANY_NAME} Careers as you, from a browser that hadn't been used before: ${browser}.`,
    `If that was you, there's nothing to do. If not, end that session at ${env.BASE_URL}/admin/sessions, secure your mailbox, and tell an owner.`,
  ]
  return {
    purpose: 'notice',
    to_address: email,
    to_name: '',
    subject: `A new browser signed in to ${env.COMPANY_NAME} Careers`,
    text: lines.join('\n\n'),
    html: page(lines.map(paragraph)),
  }
}

/** Tells an address which role it was given, and where to sign in. */
export function invitationEmail({ env }: Pick<Services, 'env'>, email: string, given_role: GivenRole): Email {
  const { name, about } = ACCESS[given_role]
  const lines = [
    `You've been invited to ${env.COMPANY_NAME} Careers as ${name.toLowerCase()}.`,
    `What this role does: ${about.charAt(0).toLowerCase()}${about.slice(1)}.`,
    `Sign in with this address at ${env.BASE_URL}/admin/login. ${env.SIGN_IN === 'oidc' ? "Use your organization's single sign-on." : "There's no password: we email you a code."}`,
  ]
  return {
    purpose: 'notice',
    to_address: email,
    to_name: '',
    subject: `Your access to ${env.COMPANY_NAME} Careers`,
    text: lines.join('\n\n'),
    html: page(lines.map(paragraph)),
  }
}

function paragraph(line: string): string {
  return `<p>${escapeHtml(line)}</p>`
}

function page(parts: string[]): string {
  return `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:34em">${parts.join('\n')}</body></html>`
}
