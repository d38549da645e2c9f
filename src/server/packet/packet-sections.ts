import type { Entry, Section } from '#contract/packet/format.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { readAllAbout } from '#server/people/personal-store.ts'
import { viewOf } from '#server/people/view-of.ts'
import { listVersionRows } from '#server/versions/version-store.ts'
import { versionText } from '#server/versions/version-text.ts'
import { hideNumbers } from '#contract/licenses/hide-numbers.ts'
import { outboxPurposesWhere } from '#server/mail/outbox-purposes.ts'
import { coverageSection } from './license-sections.ts'
import { findIdentity, findRoleStates, listStaff } from './packet-store.ts'

/**
 * `shown` is in every packet, with names masked in blind ones. `named` is only in packets with names. `timed` is in blind packets only for actions by
 * staff.
 */
type Rule = 'shown' | 'named' | 'timed'

/**
 * A packet's content, in page order. This is an allowlist: a new column isn't in any packet until it's added here. Sign-ins, network addresses and
 * technical records aren't part of a decision. Blind packets don't include the submission time, or any time that would reveal it.
 */
const SECTIONS: Record<string, Record<string, Rule>> = {
  application: {
    user_session_id: 'shown',
    alias: 'shown',
    first_name: 'named',
    last_name: 'named',
    email: 'named',
    linkedin_profile_url: 'named',
    function_role_name: 'shown',
    ref_function_role_id: 'shown',
    application_status: 'shown',
    ref_application_status_id: 'shown',
    has_emailed_application_status: 'shown',
    application_submitted_datetime_utc: 'named',
    reply_within_days: 'shown',
    reply_due_at: 'named',
    rationale_opt_out_flag: 'shown',
    suspected_bot: 'shown',
    legal_hold_reason: 'shown',
  },
  answers: {
    user_session_answer_id: 'shown',
    ref_question_id: 'shown',
    question_name: 'shown',
    question_text: 'shown',
    question_type: 'shown',
    user_answer_text_box: 'shown',
  },
  resumes: { resume_id: 'shown', sha256: 'shown', size_bytes: 'shown', uploaded_at: 'named', replaced_at: 'named' },
  interviews: {
    interview_header_id: 'shown',
    ref_interview_id: 'shown',
    interview_name: 'shown',
    ref_interviewer_id: 'shown',
    interviewer_name: 'shown',
    interview_datetime_utc: 'shown',
    submitted_at: 'shown',
    edited_at: 'shown',
    late: 'shown',
    time_confirmed: 'shown',
  },
  interview_feedback: {
    if_interview_feedback_detail_id: 'shown',
    if_interview_header_id: 'shown',
    if_interviewer_role_feedback_question_id: 'shown',
    interview_feedback_question: 'shown',
    interviewer_feedback: 'shown',
    row_created_user_id: 'shown',
    modified_at: 'shown',
  },
  hiring_decisions: {
    fgl_hiring_decision_detail_id: 'shown',
    fgl_ref_red_flag_id: 'shown',
    red_flag_desc: 'shown',
    fgl_absent_flag: 'shown',
    fgl_rationale: 'shown',
    decided: 'shown',
    reviewed: 'shown',
    source: 'shown',
    generated: 'shown',
    row_created_user_id: 'shown',
    row_modified_user_id: 'shown',
    created_at: 'shown',
    modified_at: 'shown',
  },
  red_flag_marks: {
    red_flag_mark_id: 'shown',
    fgl_ref_red_flag_id: 'shown',
    if_interview_feedback_detail_id: 'shown',
    quote: 'shown',
    stance: 'shown',
    marked_at: 'shown',
    marked_by: 'shown',
  },
  notes: { note_id: 'shown', note_text: 'shown', written_by: 'shown', created_at: 'shown' },
  status_changes: {
    status_change_id: 'shown',
    from_status_id: 'shown',
    from_status: 'shown',
    to_status_id: 'shown',
    to_status: 'shown',
    changed_by: 'shown',
    changed_at: 'timed',
    undone_by: 'shown',
    undone_at: 'timed',
    reason: 'shown',
    red_flag_ids: 'shown',
    feedback_ids: 'shown',
    read_versions: 'shown',
  },
  emails: {
    email_id: 'shown',
    purpose: 'shown',
    status_change_id: 'shown',
    ref_application_status_id: 'shown',
    template_name: 'shown',
    to_address: 'named',
    to_name: 'named',
    subject: 'shown',
    text: 'shown',
    html: 'named',
    calendar: 'named',
    state: 'shown',
    created_at: 'timed',
    created_by: 'shown',
    sent_at: 'timed',
    body_deleted_at: 'timed',
    read_versions: 'shown',
  },
  candidate_feedback: {
    user_session_id: 'shown',
    feedback_text: 'shown',
    written_by: 'shown',
    written_at: 'shown',
    reviewed_by: 'shown',
    reviewed_at: 'shown',
    version: 'shown',
  },
  versions: {
    kind: 'shown',
    of_id: 'shown',
    version: 'shown',
    text: 'shown',
    deleted: 'shown',
    written_by: 'shown',
    by_candidate: 'shown',
    written_at: 'timed',
    why: 'shown',
    added_after_decision: 'shown',
  },
  license_holder: { home_state: 'shown', moved_on: 'shown', npi: 'named' },
  licenses: {
    license_id: 'shown',
    entry: 'shown',
    license_type: 'shown',
    license_state: 'shown',
    license_number: 'named',
    is_multistate: 'shown',
    expires_on: 'shown',
    is_in_progress: 'shown',
    privileges: 'shown',
    license_authorization: 'shown',
    is_removed: 'shown',
    created_at: 'named',
    removed_at: 'named',
  },
  license_verifications: {
    license_verification_id: 'shown',
    license_id: 'shown',
    entry: 'shown',
    source: 'shown',
    result: 'shown',
    checked_on: 'shown',
    good_until: 'shown',
    note: 'shown',
    checked_by: 'shown',
    created_at: 'named',
  },
  license_coverage: {
    on: 'timed',
    role_states: 'shown',
    covered: 'shown',
    missing: 'shown',
    expiring: 'shown',
    review: 'shown',
    sentence: 'shown',
    facts: 'shown',
  },
}

type SectionOptions = { isBlind: boolean; time_zone: string; hidesPronouns?: boolean }

/**
 * Returns the current content of this application's packet, which is always the same for the same database. `time_zone` determines the date of a
 * decision. Throws if there's no such application.
 */
export async function packetSections(tx: Db, user_session_id: number, { isBlind, time_zone, hidesPronouns = false }: SectionOptions): Promise<Section[]> {
  const stored = await readAllAbout(tx, user_session_id)
  const status_changes = (stored['status_changes'] ?? []).map((one) => ({
    ...one,
    from_status: meaningOf(Number(one['from_status_id'])).application_status,
    to_status: meaningOf(Number(one['to_status_id'])).application_status,
  }))
  const emails = (stored['emails'] ?? []).filter(isAboutDecision)
  const all: Record<string, Entry[]> = { ...stored, emails, status_changes, versions: await versionsOf(tx, user_session_id, isBlind) }
  const [application] = all['application'] ?? []
  all['licenses'] = (all['licenses'] ?? []).map((row) => ({ ...row, is_removed: row['removed_at'] !== null }))
  if (application) all['license_coverage'] = await coverageSection(tx, all, { role_states: await findRoleStates(tx, user_session_id), time_zone })
  if (!application) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
  if (isBlind) all['license_verifications'] = withoutNumbers(all)
  const sections = Object.entries(SECTIONS).map(([name, rules]) => ({ name, entries: (all[name] ?? []).map((row) => seenOf(row, rules, isBlind)) }))
  const staff = await listStaff(tx, [...new Set(sections.flatMap(({ entries }) => entries.flatMap(staffIds)))])
  if (!isBlind) return [...sections, { name: 'staff', entries: staff }]
  // The packet of a restricted or erased applicant is masked using their own row.
  const { hideAll, nameless } = viewOf(await findIdentity(tx, user_session_id), { identifiable: false, hidesPronouns }, joinAnswers(all['answers'] ?? []))
  // Staff who made decisions are named, except for any part of their address that matches the applicant's name.
  return [...hideAll(sections), { name: 'staff', entries: staff.map((one) => ({ ...one, email: nameless(one.email) })) }]
}

const TO_STAFF: readonly string[] = outboxPurposesWhere(({ to }) => to === 'staff')

/**
 * Leaves out emails to staff: an accommodation request has to be kept apart from the decision. Also leaves out links to drafts, which belong to no
 * application: they're found by an address that someone may only have typed.
 */
function isAboutDecision({ purpose, user_session_id }: Entry): boolean {
  return user_session_id !== null && !TO_STAFF.includes(String(purpose))
}

/** What staff wrote about the checks, without the license numbers that a blind packet leaves out. */
function withoutNumbers({ licenses = [], license_verifications = [] }: Record<string, Entry[]>): Entry[] {
  const numbers = licenses.map(({ license_number }) => textOf(license_number))
  const hide = (text: unknown) => hideNumbers(textOf(text) ?? '', numbers)
  return license_verifications.map((verification) => ({ ...verification, source: hide(verification['source']), note: hide(verification['note']) }))
}

function seenOf(row: Entry, rules: Record<string, Rule>, isBlind: boolean): Entry {
  const isByStaff = typeof (row['changed_by'] ?? row['created_by']) === 'number' || row['by_candidate'] === false
  const isSeen = (rule: Rule) => rule === 'shown' || !isBlind || (rule === 'timed' && isByStaff)
  return Object.fromEntries(Object.entries(rules).flatMap(([name, rule]) => (isSeen(rule) ? [[name, row[name] ?? null]] : [])))
}

/** An answer's entry already has the question as it was asked, so rewording the question later doesn't change a packet. */
async function versionsOf(tx: Db, user_session_id: number, isBlind: boolean): Promise<Entry[]> {
  const rows = await listVersionRows(tx, user_session_id)
  return rows
    .filter(({ kind }) => kind !== 'question' && (!isBlind || kind !== 'contact'))
    .map(({ content, after_decision, ...row }) => ({ ...row, text: versionText(row.kind, content), added_after_decision: after_decision }))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const joinAnswers = (answers: Entry[]) => answers.map((answer) => textOf(answer['user_answer_text_box']) ?? '').join('\n')

const staffIds = (row: Entry): number[] =>
  Object.entries(row).flatMap(([name, value]) => (/(?:user_id|_by)$/u.test(name) && typeof value === 'number' ? [value] : []))
