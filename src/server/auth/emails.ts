import { ACCESS, type AssignedRole } from '#contract/staff/access.ts'
import { CODE_MINUTES } from '#contract/auth/auth.ts'
import type { Keys } from '#server/http/keys.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'
import { seal } from '#server/mail/sealed.ts'

const TO_STAFF = "You're getting this email because someone used this address to sign in."

/**
 * Returns the email with a code. The code isn't in the subject, because subjects appear in notifications, lists and mail server logs. The last line
 * binds it to this site, so phones suggest it only here.
 */
export function codeEmail(letterhead: Letterhead, keys: Keys, { email, code }: { email: string; code: string }): Email {
  const { COMPANY_NAME, BASE_URL } = letterhead
  const sealed = seal(keys, code)
  return {
    purpose: 'sign-in',
    to_address: email,
    to_name: '',
    subject: `Your code for ${COMPANY_NAME} Careers`,
    ...wrapInLayout(letterhead, {
      title: 'Your sign-in code',
      paragraphs: [`Enter this code to sign in to ${COMPANY_NAME} Careers:`],
      code: sealed,
      closing: [
        `It works once, within ${CODE_MINUTES} minutes, and only until you request another one. Enter it on the page where you requested it.`,
        "If you didn't request it, someone else entered your address, and you can ignore this email. We'll never ask you for this code.",
      ],
      footer: TO_STAFF,
      lastLine: `@${new URL(BASE_URL).hostname} #${sealed}`,
    }),
  }
}

/** Returns the email that notifies an address's owner of a sign-in from a new browser. */
export function newBrowserEmail(letterhead: Letterhead, email: string, browser: string): Email {
  const { COMPANY_NAME, BASE_URL } = letterhead
  return {
    purpose: 'notice',
    to_address: email,
    to_name: '',
    subject: `A new browser signed in to ${COMPANY_NAME} Careers`,
    ...wrapInLayout(letterhead, {
      title: 'A new browser signed in',
      paragraphs: [
        `Someone signed in to ${COMPANY_NAME} Careers as you, from a browser that hadn't been used before: ${browser}.`,
        `If that was you, you don't need to do anything. If not, end that session at ${BASE_URL}/admin/sessions, secure your mailbox, and tell an owner.`,
      ],
      footer: TO_STAFF,
    }),
  }
}

/** For the email that tells someone which role they were given and where to sign in. */
type StaffInvitation = { email: string; given_role: AssignedRole | 'admin'; hasCodes: boolean }

export function invitationEmail(letterhead: Letterhead, { email, given_role, hasCodes }: StaffInvitation): Email {
  const { COMPANY_NAME, BASE_URL } = letterhead
  const { name, about } = ACCESS[given_role]
  const role = name.toLowerCase()
  return {
    purpose: 'notice',
    to_address: email,
    to_name: '',
    subject: `Your access to ${COMPANY_NAME} Careers`,
    ...wrapInLayout(letterhead, {
      title: "You've been invited",
      paragraphs: [
        `You've been invited to ${COMPANY_NAME} Careers as ${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}.`,
        `What this role does: ${about.charAt(0).toLowerCase()}${about.slice(1)}.`,
        hasCodes ? "There's no password: sign in with this address, and we'll email you a code." : "Sign in with your organization's single sign-on.",
      ],
      button: { label: 'Sign in', url: `${BASE_URL}/admin/login` },
      footer: `You're getting this email because an owner of ${COMPANY_NAME} Careers invited this address.`,
    }),
  }
}

/** `by` is the owner who made the change; null for the command line. */
type OwnerChange = {
  by: string | null
  email: string
  isNew: boolean
  /** Changed in ADMIN_EMAILS, not in the product. */
  isInSettings?: boolean
}

/** Returns the email that notifies an owner that another owner was added or removed. */
export function ownersChangedEmail(letterhead: Letterhead, to_address: string, change: OwnerChange): Email {
  const { COMPANY_NAME, BASE_URL } = letterhead
  const title = change.isNew ? 'A new owner was added' : 'An owner was removed'
  const place = change.isInSettings ? 'correct ADMIN_EMAILS on the server' : 'change it on the People screen'
  return {
    purpose: 'notice',
    to_address,
    to_name: '',
    subject: `${title}: ${COMPANY_NAME} Careers`,
    ...wrapInLayout(letterhead, {
      title,
      paragraphs: [
        describeOwnerChange(`${COMPANY_NAME} Careers`, change),
        `If that's right, you don't need to do anything. If not, ${place} right away, and find out how it happened.`,
      ],
      button: { label: 'People', url: `${BASE_URL}/admin/people` },
      footer: `You're getting this email because you're an owner of ${COMPANY_NAME} Careers.`,
    }),
  }
}

function describeOwnerChange(site: string, { by, email, isNew, isInSettings }: OwnerChange): string {
  const who = by ?? 'Someone with access to the server'
  if (isNew)
    return `${who} made ${email} an owner of ${site}${isInSettings ? ', in the settings' : ''}. Owners can see and change everything, including who the owners are.`
  return isInSettings
    ? `${who} removed ${email} from the owners in the settings of ${site}. Sessions of an address that's no longer an owner have ended.`
    : `${who} removed ${email}, who was an owner of ${site}. They were signed out everywhere.`
}
