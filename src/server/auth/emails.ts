import { CODE_MINUTES } from '#contract/auth.ts'
import { escapeHtml, type Email } from '#server/mail/email.ts'
import { seal } from '#server/mail/sealed.ts'
import type { Services } from '#server/services.ts'

type Needed = Pick<Services, 'env' | 'keys'>

/**
 * The email with a code. The subject does not name it, because subjects stand in notifications, logs of mail servers and lists; the
 * last line binds it to this site, so that a phone offers it here and nowhere else.
 */
export function codeEmail({ env, keys }: Needed, email: string, code: string): Email {
  const sealed = seal(keys, code)
  const { hostname } = new URL(env.BASE_URL)
  const lines = [
    `It works once, for ${CODE_MINUTES} minutes, and only until you ask for another one. Enter it on the page where you asked for it.`,
    'If you did not ask for it, somebody typed your address: you need not do anything. Nobody from us will ever ask you for this code.',
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

/** Tells the owner of an address that somebody signed in from a browser that never did before. */
export function newBrowserEmail({ env }: Pick<Services, 'env'>, email: string): Email {
  const lines = [
    `Your address was used to sign in to ${env.COMPANY_NAME} Careers from a browser that had not been used before.`,
    'If that was you, all is well. If not, somebody can read your mailbox: secure it, and ask an admin to end your sessions.',
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

function paragraph(line: string): string {
  return `<p>${escapeHtml(line)}</p>`
}

function page(parts: string[]): string {
  return `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:34em">${parts.join('\n')}</body></html>`
}
