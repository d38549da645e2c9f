import type { AuditRow } from '#contract/audit-trail.ts'
import { ACCESS, AssignedRole } from '#contract/staff/access.ts'
import { isStatusId, meaningOf } from '#contract/statuses/statuses.ts'

/** `account` is the address of the person affected, if known. */
type SentenceRow = Pick<AuditRow, 'action' | 'subject_id' | 'facts'> & { account: string | null }

const METHODS: Record<string, string> = { sso: ' with single sign-on', passkey: ' with a passkey' }

/** A sentence for each action, worded for people who weren't involved. An action without a sentence can't be recorded. */
const SENTENCES = {
  'access.refused': ({ facts }) => `Was denied ${String(facts['method'])} ${String(facts['route'])}`,
  'applicant.accommodation-handled': (row) => `Arranged an accommodation for ${applicant(row)}`,
  'applicant.accommodation-read': (row) => `Read the accommodation request of ${applicant(row)}`,
  'applicant.erasure-approved': (row) => `Erased ${applicant(row)} at their request`,
  'applicant.accommodation-requested': (row) => `Asked for an accommodation (${applicant(row)})`,
  'applicant.accommodation-taken-back': (row) => `Withdrew the accommodation request of ${applicant(row)}`,
  'applicant.address-kept': (row) => `Kept the email address of ${applicant(row)}`,
  'applicant.drafts-allowed': (row) => `Allowed AI drafts again (${applicant(row)})`,
  'applicant.drafts-refused': (row) => `Opted out of AI drafts (${applicant(row)})`,
  'applicant.erasure-requested': (row) => `Asked to be erased (${applicant(row)})`,
  'applicant.contact-changed': (row) => `Changed the contact details of ${applicant(row)}`,
  'applicant.email-withdrawn': (row) => `Withdrew an email to ${applicant(row)}`,
  'applicant.role-suggested': (row) => `Suggested role ${String(row.facts['ref_function_role_id'])} to ${applicant(row)}`,
  'applicant.suggestion-accepted': (row) => `Said yes to a suggested role (${applicant(row)})`,
  'applicant.suggestion-declined': (row) => `Said no to a suggested role (${applicant(row)})`,
  'applicant.applied-by-suggestion': (row) => `Applied by saying yes to a suggested role (${applicant(row)})`,
  'applicant.withdrawn': (row) => `Withdrew the application of ${applicant(row)}`,
  'applicant.withdrawal-undone': (row) => `Undid the withdrawal of ${applicant(row)}`,
  'applicant.assigned': (row) =>
    row.facts['staff_account_id'] ? `Assigned ${applicant(row)} to ${account(row, row.facts['staff_account_id'])}` : `Unassigned ${applicant(row)}`,
  'applicant.email-corrected': (row) => `Corrected the email address of ${applicant(row)}`,
  'applicant.email-queued': (row) => `Queued an email to ${applicant(row)}`,
  'applicant.email-retried': (row) => `Retried an email to ${applicant(row)}`,
  'applicant.erased': (row) => `Erased ${applicant(row)}`,
  'applicant.exported': (row) => `Exported all data of ${applicant(row)}`,
  'applicant.exported-by-candidate': (row) => `Downloaded everything about their application (${applicant(row)})`,
  'applicant.held': (row) => `Put ${applicant(row)} on legal hold: nothing is deleted`,
  'applicant.hold-lifted': (row) => `Lifted the legal hold on ${applicant(row)}`,
  'applicant.restricted': (row) => `Restricted ${applicant(row)}`,
  'applicant.revealed': (row) => `Saw the ${String(row.facts['shown'] ?? 'application')} of ${applicant(row)} with the name`,
  'applicant.status-changed': (row) => `Moved ${applicant(row)} from ${status(row.facts['from'])} to ${status(row.facts['to'])}`,
  'applicant.feedback-removed': (row) => `Removed the feedback to ${applicant(row)}`,
  'applicant.feedback-reviewed': (row) => `Reviewed the feedback to ${applicant(row)}`,
  'applicant.feedback-written': (row) => `Wrote feedback to ${applicant(row)}`,
  'applicant.note-deleted': (row) => `Deleted a note on ${applicant(row)}`,
  'applicant.note-written': (row) => `Wrote a note on ${applicant(row)}`,
  'applicant.reply-date-moved': (row) =>
    `Told ${applicant(row)} the decision will take until ${String(row.facts['until_day'] ?? String(row.facts['until']).slice(0, 10))}`,
  'applicant.status-undone': (row) => `Undid a status change of ${applicant(row)}`,
  'applicants.exported': ({ facts }) => `Exported a list of applicants ${facts['identifiable'] ? 'with' : 'without'} names`,
  'applicants.revealed': () => 'Viewed a list of applicants with names',
  'applicants.found': () => 'Searched for applicants with names',
  'audit.exported': () => 'Exported the audit trail',
  'audit.read': () => 'Read the audit trail',
  'audit.signed-from': () => 'Rows are signed from here on',
  'backup.made': () => 'Made a backup',
  'backup.rehearsed': () => 'Test-restored a backup',
  'backup.restored': () => 'Restored a backup',
  'brand.changed': () => 'Changed the brand',
  'brand.picture-uploaded': () => 'Uploaded a picture for the brand',
  'candidate.updates-chosen': ({ facts }) => `Turned emails about other roles ${facts['wants_updates'] ? 'on' : 'off'}`,
  'demo.seeded': () => 'Created the demo data',
  'email.address-allowed': () => 'Allowed emails to an address again',
  'email.key-made': ({ facts }) => `Made the key ${String(facts['selector'])}, which signs emails`,
  'email.returned': ({ subject_id, facts }) =>
    facts['kind'] === 'complaint' ? `Email ${subject_id} was reported as spam` : `Email ${subject_id} wasn't delivered`,
  'email.unsubscribed': () => 'Unsubscribed from an email',
  'feedback.read': (row) => `Read all feedback on ${applicant(row)}`,
  'feedback.started': (row) => `Started feedback on ${applicant(row)}`,
  'feedback.submitted': (row) => `Submitted feedback on ${applicant(row)}`,
  'feedback.edited': (row) => `Edited submitted feedback on ${applicant(row)}`,
  'feedback.late': (row) => `Wrote feedback on ${applicant(row)} after they left the panel interview stage`,
  'feedback.time-corrected': (row) => `Corrected the time of an interview with ${applicant(row)}`,
  'figures.exported': () => 'Exported figures',
  'hiring-decision.changed': (row) => `Changed a red-flag decision about ${applicant(row)}`,
  'hiring-decision.created': (row) => `Made a red-flag decision about ${applicant(row)}`,
  'interview.accepted': (row) => `${interviewerOf(row)} accepted an interview with ${applicant(row)}`,
  'interview.declined': (row) => `${interviewerOf(row)} declined an interview with ${applicant(row)}`,
  'interview.answers-read': (row) => `Read the answers of ${applicant(row)} for an interview`,
  'interview.resume-read': (row) => `Read the resume of ${applicant(row)} for an interview`,
  'interview.booked': (row) => `Booked an interview with ${applicant(row)}`,
  'interview.canceled': (row) => `Canceled an interview with ${applicant(row)}`,
  'interview.change-undone': (row) => `Undid a change to an interview with ${applicant(row)}`,
  'interview.interviewers-changed': (row) => `Changed the interviewers of ${applicant(row)}`,
  'interview.marked': markedInterview,
  'interview.moved': (row) => `Moved an interview with ${applicant(row)}`,
  'interview.planned': (row) => `Set up interviews with ${applicant(row)}`,
  'interview.taken-over': (row) => `Reassigned an interview of ${applicant(row)} to another interviewer`,
  'interview.time-proposed': (row) => `${interviewerOf(row)} proposed another time for an interview with ${applicant(row)}`,
  'interview.preferences-answered': (row) => `Answered the interview request of ${applicant(row)}`,
  'interview.preferences-sent': (row) => `Made another interview request (${applicant(row)})`,
  'interview.changed': ({ subject_id }) => `Changed interview ${subject_id}`,
  'interviewer.added': ({ subject_id }) => `Added interviewer ${subject_id}`,
  'interviewer.calendar-changed': ({ subject_id }) => `Changed when interviewer ${subject_id} can be booked`,
  'interviewer.changed': ({ subject_id }) => `Changed interviewer ${subject_id}`,
  'interviews.read': () => 'Viewed a week of interviews with names',
  'license.asked': (row) => `Asked ${applicant(row)} about licenses in an email`,
  'license.compact-changed': ({ facts }) =>
    `Added that ${String(facts['place'])} is under ${String(facts['compact'])} as ${String(facts['standing'])} from ${String(facts['since'])}`,
  'license.exclusion-closed': ({ facts }) => `Closed possible exclusion match ${String(facts['exclusion_match_id'])}`,
  'license.exclusions-loaded': ({ facts }) => `Loaded an exclusion list of ${String(facts['rows'])} rows`,
  'license.given': (row) => `Listed their licenses: ${String(row.facts['licenses'])} (${applicant(row)})`,
  'license.pdf-attached': (row) => `Attached a PDF to a license check of ${applicant(row)}`,
  'license.pdf-read': (row) => `Downloaded the PDF of a license check of ${applicant(row)}`,
  'license.verified': (row) => `Verified a license of ${applicant(row)}: ${String(row.facts['result'])}`,
  'key.rotated': ({ facts }) => (facts['is_lost'] ? 'Replaced a lost secret key' : 'Rotated the secret key'),
  'limit.exceeded': ({ facts }) => `Blocked requests over a limit: ${counts(facts['rejected'])}`,
  'morning.sent': () => 'Sent the morning emails',
  'nightly.started': () => 'Started the nightly cleanup',
  'first-run.claimed': () => 'Opened the first run with its link',
  'first-run.opened': () => 'Opened the first run again',
  'owner.added': (row) => `Made ${account(row)} an owner${row.facts['in_settings'] ? ', in the settings' : ''}`,
  'owner.removed': (row) =>
    row.facts['in_settings'] ? `Removed ${account(row)} from the owners in the settings` : `Removed ${account(row)}, who was an owner`,
  'passkey.added': () => 'Added a passkey',
  'passkey.removed': () => 'Removed a passkey',
  'passkey.reset': (row) => `Removed all passkeys of ${account(row)}`,
  'packet.downloaded': (row) => `Downloaded the ${row.facts['is_blind'] ? 'blind ' : ''}decision packet of ${applicant(row)}`,
  'packet.sealed': (row) =>
    `Sealed edition ${String(row.facts['edition'])} of the ${row.facts['is_blind'] ? 'blind ' : ''}decision packet of ${applicant(row)}`,
  'packet.undone': (row) => `Undid the decision sealed in edition ${String(row.facts['edition'])} of the packet of ${applicant(row)}`,
  'question.changed': ({ subject_id }) => `Changed question ${subject_id}`,
  'question.created': ({ subject_id }) => `Created question ${subject_id}`,
  'rationale.failed': (row) => `A rationale for ${applicant(row)} couldn't be drafted`,
  'rationale.generated': (row) => `Generated a draft rationale for ${applicant(row)}`,
  'rationale.opted-in': (row) => `Allowed AI drafts for ${applicant(row)} again`,
  'rationale.opted-out': (row) => `Noted that ${applicant(row)} opted out of AI drafts`,
  'red-flag.changed': ({ subject_id }) => `Changed red flag ${subject_id}`,
  'red-flag.created': ({ subject_id }) => `Created red flag ${subject_id}`,
  'red-flag.marked': ({ subject_id, facts }) =>
    `Marked a sentence about applicant ${String(facts['user_session_id'])} as an example for red flag ${subject_id}`,
  'red-flag.unmarked': ({ subject_id }) => `Removed a marked sentence of red flag ${subject_id}`,
  'resume.downloaded': (row) => `Opened the resume of ${applicant(row)}`,
  'resume.replaced': (row) => `Replaced the resume of ${applicant(row)}`,
  'resume.uploaded': (row) => `Uploaded the resume of ${applicant(row)}`,
  'role.changed': ({ subject_id, facts }) => `Changed ${facts['team'] ? 'the team of ' : ''}role ${subject_id}`,
  'role.created': ({ subject_id, facts }) => `Created role ${subject_id}${facts['copied_from'] ? `, a copy of role ${String(facts['copied_from'])}` : ''}`,
  'role.link-created': ({ subject_id, facts }) => `Made the link ${String(facts['via'])} to role ${subject_id}`,
  'session.ended-by-provider': (row) => `Single sign-on ended ${String(row.facts['ended'])} sessions of ${account(row)}`,
  'session.ended': () => 'Signed out',
  'settings.changed': ({ facts }) => `Changed the settings ${(facts['settings'] as string[]).join(', ')}`,
  'session.revoked': (row) => `Ended ${String(row.facts['ended'] ?? 'the')} sessions of ${account(row)}`,
  'trail-head.sent': () => 'Sent the newest row of the audit trail to the owners',
  'signing-key.rotated': () => 'Replaced the key that signs packets',
  'sign-in.code-printed': () => 'An operator printed a sign-in code',
  'sign-in.code-sent': (row) => `A sign-in code was sent${row.account ? ` to ${row.account}` : ''}`,
  'sign-in.confirmed': ({ facts }) => `Confirmed their identity again${METHODS[String(facts['method'])] ?? ''}`,
  'sign-in.failed': failedSignIn,
  'sign-in.refused': () => 'Tried to sign in with an address that has no access',
  'sign-in.succeeded': ({ facts }) => `Signed in${METHODS[String(facts['method'])] ?? ''}${facts['new_browser'] ? ' from a new browser' : ''}`,
  'staff.changed': (row) => `Changed the access of ${account(row)}`,
  'staff.invited': (row) => `Invited ${account(row)} as ${role(row.facts['given_role'])}`,
  'staff.removed': (row) => `Removed the role of ${account(row)}`,
  'staff.replaced': (row) => `Moved everything from ${account(row)} to account ${String(row.facts['replaced_by'])}, and suspended them`,
  'staff.role-from-group': (row) =>
    row.facts['given_role'] ? `A group gave ${account(row)} the role of ${role(row.facts['given_role'])}` : `A group removed the role of ${account(row)}`,
  'staff.sso-unlinked': (row) => `An operator unlinked ${account(row)} from single sign-on`,
  'staff.suspended': (row) => `Suspended ${account(row)}`,
  'template.changed': ({ subject_id }) => `Changed email template ${subject_id}`,
  'template.created': ({ subject_id }) => `Created email template ${subject_id}`,
  'template.deleted': ({ subject_id }) => `Deleted email template ${subject_id}`,
  'template.disabled': ({ subject_id }) => `Disabled email template ${subject_id}`,
  'template.restored': ({ subject_id }) => `Restored an earlier version of email template ${subject_id}`,
} satisfies Record<string, (row: SentenceRow) => string>
export type AuditAction = keyof typeof SENTENCES

export function sentenceFor(row: SentenceRow): string {
  const known: Partial<Record<string, (row: SentenceRow) => string>> = SENTENCES
  return known[row.action]?.(row) ?? humanize(row)
}

function applicant({ subject_id }: SentenceRow): string {
  return `applicant ${subject_id}`
}

function interviewerOf({ facts }: SentenceRow): string {
  return `Interviewer ${String(facts['ref_interviewer_id'])}${facts['by_link'] ? ', by the link in their email,' : ''}`
}

function markedInterview(row: SentenceRow): string {
  const { mark } = row.facts
  if (mark === null) return `${interviewerOf(row)} removed the mark on an interview with ${applicant(row)}`
  return `${interviewerOf(row)} marked an interview with ${applicant(row)} as ${mark === 'no-show' ? 'not having taken place' : 'having run over'}`
}

function account({ account: address, subject_id }: SentenceRow, id: unknown = subject_id): string {
  return address ?? `account ${String(id)}`
}

function role(given: unknown): string {
  const known = AssignedRole.safeParse(given)
  return known.success ? ACCESS[known.data].name.toLowerCase() : String(given)
}

function status(id: unknown): string {
  return isStatusId(Number(id)) ? `“${meaningOf(Number(id)).application_status}”` : String(id)
}

function failedSignIn({ facts, account: address }: SentenceRow): string {
  if (facts['method'] === 'sso') return `Single sign-on failed: ${String(facts['reason']).replaceAll('_', ' ')}`
  if (facts['method'] === 'passkey') return 'A passkey was not accepted'
  return `Entered a wrong sign-in code${address ? ` for ${address}` : ''}`
}

function counts(rejected: unknown): string {
  return Object.entries((rejected ?? {}) as Record<string, number>)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')
}

/** Describes an action recorded by another version: `template.sealed` of 4 becomes "Template 4 sealed". */
function humanize({ action, subject_id }: SentenceRow): string {
  const [what = '', done = ''] = action.split('.')
  const words = `${what}${subject_id === null ? '' : ` ${subject_id}`} ${done}`.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
