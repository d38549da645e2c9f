import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'

type ToCandidate = { user_session_id: number; to_address: string; link: string }

/** The email with the link to a candidate's page. It leaves out their name, in case the address is mistyped. */
export function linkEmail(letterhead: Letterhead, { link, ...to }: ToCandidate): Email {
  return {
    purpose: 'own-page',
    ...to,
    subject: `Your application at ${letterhead.COMPANY_NAME}`,
    ...wrapInLayout(letterhead, {
      title: 'Your application',
      paragraphs: ['Hello,', 'Use this link to check on your application, update it or withdraw it.'],
      button: { label: 'See your application', url: link },
      closing: [`The link works for ${RETENTION_PERIODS.access} days after you last used it.`],
      footer: "You're getting this email because someone requested a link for this address. If it wasn't you, you can ignore it.",
    }),
  }
}

/** The email with the link that proves the new address belongs to the candidate. */
export function confirmAddressEmail(letterhead: Letterhead, { link, ...to }: ToCandidate): Email {
  return {
    purpose: 'own-page',
    ...to,
    subject: `Confirm your new address for ${letterhead.COMPANY_NAME} Careers`,
    ...wrapInLayout(letterhead, {
      title: 'Confirm your new address',
      paragraphs: ['Hello,', "Someone, probably you, asked us to use this address for an application. We'll use it once you open this link and confirm."],
      button: { label: 'Use this address', url: link },
      closing: [`The link works for ${RETENTION_PERIODS.newAddress} days.`],
      footer: "You're getting this email because someone entered this address. If it wasn't you, you can ignore it.",
    }),
  }
}

type UndoneWithdrawal = { to_address: string; to_name: string; user_session_id: number; alias: string; function_role_name: string; closed_on: string }

/** Asks the team to reply to a candidate whose role closed between their withdrawal and its undo. Like the list, it hides their name. */
export function withdrawalUndoneEmail(
  letterhead: Letterhead,
  { to_address, to_name, user_session_id, alias, function_role_name, closed_on }: UndoneWithdrawal,
): Email {
  return {
    purpose: 'notice',
    to_address,
    to_name,
    user_session_id,
    subject: `Waiting for a reply again: ${alias}, ${function_role_name}`,
    ...wrapInLayout(letterhead, {
      title: 'Waiting for a reply again',
      paragraphs: [
        `${alias} undid their withdrawal for ${function_role_name}, which closed on ${closed_on}. They were withdrawn at the time, so they weren't among the applicants you decided about.`,
        "Their application is active again, and they've been told that you'll reply. Please tell them what happens next.",
      ],
      button: { label: 'Open the application', url: `${letterhead.BASE_URL}/admin/applications/all/all/36500/${user_session_id}` },
      footer: `You're getting this email because you're on the hiring team for ${function_role_name}.`,
    }),
  }
}

type Accommodation = { to_address: string; to_name: string; name: string; function_role_name: string; message: string }

/** Tells the hiring lead that this candidate no longer needs an accommodation. */
export function accommodationEndedEmail(letterhead: Letterhead, { to_address, to_name, name, function_role_name }: Omit<Accommodation, 'message'>): Email {
  return {
    purpose: 'notice',
    to_address,
    to_name,
    subject: `Accommodation request withdrawn: ${function_role_name}`,
    ...wrapInLayout(letterhead, {
      title: 'Accommodation request withdrawn',
      paragraphs: [`${name} withdrew their last accommodation request for ${function_role_name}. There's nothing to arrange for it.`],
      closing: ['It must not influence the decision.'],
      footer: `You're getting this email because you're the hiring lead for ${function_role_name}.`,
    }),
  }
}

/** Sent only to the hiring lead: an accommodation request never reaches interviewers. */
export function accommodationEmail(letterhead: Letterhead, { to_address, to_name, name, function_role_name, message }: Accommodation): Email {
  return {
    purpose: 'notice',
    to_address,
    to_name,
    subject: `Accommodation request: ${function_role_name}`,
    ...wrapInLayout(letterhead, {
      title: 'Accommodation request',
      paragraphs: [`${name} asked for an accommodation in the application for ${function_role_name}:`, message],
      closing: [
        'Please arrange it with them directly. It must not influence the decision: keep it apart from the application, and share it only with people who need to act on it.',
      ],
      footer: `You're getting this email because you're the hiring lead for ${function_role_name}.`,
    }),
  }
}
