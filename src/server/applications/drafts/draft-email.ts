import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'

/** The link to continue on another device. It doesn't repeat anything that was typed, in case the address is mistyped. */
export function draftEmail(
  letterhead: Letterhead,
  { to_address, function_role_name, link }: { to_address: string; function_role_name: string; link: string },
): Email {
  const { html, text } = wrapInLayout(letterhead, {
    title: 'Continue your application',
    paragraphs: ['Hello,', `You saved your answers for ${function_role_name} at ${letterhead.COMPANY_NAME}. You haven't applied yet.`],
    button: { label: 'Continue your application', url: link },
    closing: [`The link works for ${RETENTION_PERIODS.draft} days, on any device. No one on the hiring team sees your answers until you submit them.`],
    footer: "You're getting this email because someone entered this address in an application form. If it wasn't you, you can ignore it.",
  })
  return { purpose: 'own-page', to_address, to_name: '', subject: `Continue your application: ${function_role_name}`, text, html }
}
