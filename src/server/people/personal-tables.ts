import { sql, type SQL } from 'drizzle-orm'
import type { OtherTable, PersonalTable, Registry, TableName } from './registry.ts'

const staff: OtherTable = { holds: 'staff', isPublic: false }
const reference: OtherTable = { holds: 'reference data', isPublic: false }
const shownPublicly: OtherTable = { holds: 'reference data', isPublic: true }
const machinery: OtherTable = { holds: 'machinery', isPublic: false }

const byApplication = (ids: SQL) => sql`t.user_session_id = any(${ids})`
const aboutApplication = (ids: SQL) =>
  sql`((t.subject_kind = 'applicant' and t.subject_id = any(${ids})) or t.facts ->> 'user_session_id' = any((${ids})::text[]))`
const hidden = (erasedTo?: SQL) => ({ isExported: false, ...(erasedTo && { erasedTo }) })

/**
 * Every table of the database: what it holds about applicants, how that is exported and what an erasure does to it. A table or column
 * that isn't here doesn't compile, and a table that refers to an application can't be called anything but personal (a test asks the
 * database's foreign keys). Personal tables come before those that they refer to.
 */
export const REGISTRY = {
  user_session_answer: {
    as: 'answers',
    of: byApplication,
    onErasure: 'cleared',
    columns: {
      user_session_answer_id: 'kept',
      user_session_id: 'kept',
      ref_question_id: 'kept',
      question_name: 'kept',
      question_text: 'kept',
      question_type: 'kept',
      question_placeholder: hidden(),
      required_flag: hidden(),
      max_words: hidden(),
      sort_order: hidden(),
      user_answer_text_box: 'personal',
    },
  },
  resume: {
    as: 'resumes',
    of: byApplication,
    onErasure: 'deleted',
    columns: {
      resume_id: 'kept',
      user_session_id: 'kept',
      storage_key: 'personal',
      sha256: 'personal',
      size_bytes: 'kept',
      uploaded_at: 'kept',
      stored_at: 'kept',
      replaced_at: 'kept',
    },
    file: { storageKey: 'storage_key' },
  },
  email_outbox: {
    as: 'emails',
    of: byApplication,
    onErasure: 'cleared',
    columns: {
      email_id: 'kept',
      purpose: 'kept',
      user_session_id: 'kept',
      status_change_id: 'kept',
      ref_application_status_id: 'kept',
      template_name: 'kept',
      message_id: 'kept',
      to_address: 'personal',
      to_name: 'personal',
      reply_to: 'kept',
      subject: 'personal',
      html: 'personal',
      text: 'personal',
      state: { isExported: true, erasedTo: sql`case when state = 'queued' then 'withdrawn' else state end` },
      send_after: 'kept',
      due_since: 'kept',
      leased_until: { isExported: true, erasedTo: sql`null` },
      tries: 'kept',
      give_up_at: 'kept',
      last_error: 'personal',
      created_at: 'kept',
      created_by: 'kept',
      sent_at: 'kept',
      body_deleted_at: 'kept',
    },
    file: { mailNumber: 'email_id' },
  },
  address_change: {
    as: 'address_changes',
    of: byApplication,
    onErasure: 'deleted',
    columns: { token_hash: hidden(), user_session_id: 'kept', email: 'personal', created_at: 'kept' },
  },
  accommodation_request: {
    as: 'accommodation_requests',
    of: byApplication,
    onErasure: 'deleted',
    columns: { accommodation_request_id: 'kept', user_session_id: 'kept', message: 'personal', created_at: 'kept' },
  },
  erasure_request: {
    as: 'erasure_requests',
    of: byApplication,
    onErasure: 'deleted',
    columns: { user_session_id: 'kept', created_at: 'kept', due_at: 'kept' },
  },
  candidate_access: {
    as: 'candidate_access',
    of: byApplication,
    onErasure: 'deleted',
    columns: { token_hash: hidden(), kind: 'kept', user_session_id: 'kept', created_at: 'kept', last_used_at: 'kept' },
  },
  status_change: {
    as: 'status_changes',
    of: byApplication,
    onErasure: 'cleared',
    columns: {
      status_change_id: 'kept',
      user_session_id: 'kept',
      from_status_id: 'kept',
      to_status_id: 'kept',
      from_emailed: 'kept',
      changed_by: 'kept',
      changed_at: 'kept',
      undo_until: 'kept',
      undone_by: 'kept',
      undone_at: 'kept',
      reason: 'personal',
    },
  },
  interview_feedback_detail: {
    as: 'interview_feedback',
    of: (ids) => sql`t.if_interview_header_id in (select h.interview_header_id from interview_header h where h.user_session_id = any(${ids}))`,
    onErasure: 'cleared',
    columns: {
      if_interview_feedback_detail_id: 'kept',
      if_interview_header_id: 'kept',
      if_interviewer_role_feedback_question_id: 'kept',
      interviewer_feedback: 'personal',
      row_created_user_id: 'kept',
      modified_at: 'kept',
    },
    adds: sql`(select jsonb_build_object('interview_feedback_question', q.interview_feedback_question) from interviewer_feedback_question q
      where q.if_interviewer_role_feedback_question_id = t.if_interviewer_role_feedback_question_id)`,
  },
  interview_header: {
    as: 'interviews',
    of: byApplication,
    onErasure: 'kept',
    columns: {
      interview_header_id: 'kept',
      user_session_id: 'kept',
      ref_interview_id: 'kept',
      ref_interviewer_id: 'kept',
      interview_datetime_utc: 'kept',
      created_at: 'kept',
      submitted_at: 'kept',
      edited_at: 'kept',
    },
    adds: sql`(select jsonb_build_object('interview_name', y.interview_name, 'interviewer_name', i.interviewer_name)
      from interview_type y, interviewer i where y.ref_interview_id = t.ref_interview_id and i.ref_interviewer_id = t.ref_interviewer_id)`,
  },
  rationale_run: {
    as: 'rationale_runs',
    of: byApplication,
    onErasure: 'deleted',
    columns: { rationale_run_id: 'kept', staff_account_id: 'kept', user_session_id: 'kept', fgl_ref_red_flag_id: 'kept', ends_at: 'kept' },
  },
  hiring_decision_detail: {
    as: 'hiring_decisions',
    of: byApplication,
    onErasure: 'cleared',
    columns: {
      fgl_hiring_decision_detail_id: 'kept',
      user_session_id: 'kept',
      fgl_ref_red_flag_id: 'kept',
      fgl_absent_flag: 'kept',
      fgl_rationale: 'personal',
      row_created_user_id: 'kept',
      row_modified_user_id: 'kept',
      source: 'kept',
      reviewed: 'kept',
      decided: 'kept',
      generated: 'personal',
      created_at: 'kept',
      modified_at: 'kept',
    },
    adds: sql`(select jsonb_build_object('red_flag_desc', f.red_flag_desc) from red_flag f where f.fgl_ref_red_flag_id = t.fgl_ref_red_flag_id)`,
  },
  audit_personal: {
    as: 'audit_values',
    of: (ids) => sql`t.audit_id in (select t.audit_id from audit_trail t where ${aboutApplication(ids)})`,
    onErasure: 'deleted',
    columns: { audit_id: 'kept', salt: hidden(), personal: 'personal' },
    isPurged: false,
  },
  audit_trail: {
    as: 'audit_trail',
    of: aboutApplication,
    onErasure: 'kept',
    columns: {
      audit_id: 'kept',
      at: 'kept',
      actor_kind: 'kept',
      actor_id: 'kept',
      action: 'kept',
      subject_kind: 'kept',
      subject_id: 'kept',
      facts: 'kept',
      personal_commitment: hidden(),
      previous_hash: hidden(),
      hash: hidden(),
    },
    isPurged: false,
  },
  erasure: {
    as: 'erasures',
    of: byApplication,
    onErasure: 'kept',
    columns: { user_session_id: 'kept', erased_at: 'kept', reason: 'kept' },
    isPurged: false,
  },
  user_session: {
    as: 'application',
    of: byApplication,
    onErasure: 'cleared',
    columns: {
      user_session_id: 'kept',
      ref_function_role_id: 'kept',
      ref_application_status_id: 'kept',
      alias: 'kept',
      capability_hash: hidden(sql`'erased-' || user_session_id`),
      device_info: 'personal',
      suspected_bot: 'kept',
      created_at: 'kept',
      application_submitted_datetime_utc: 'kept',
      submitted_hash: hidden(sql`null`),
      first_name: 'personal',
      last_name: 'personal',
      email: 'personal',
      linkedin_profile_url: 'personal',
      email_key: 'personal',
      linkedin_key: 'personal',
      name_key: 'personal',
      has_emailed_application_status: 'kept',
      rationale_opt_out_flag: 'kept',
      reply_within_days: 'kept',
      reply_due_at: 'kept',
      reply_extensions: 'kept',
      version: { isExported: true, erasedTo: sql`version + 1` },
      status_changed_at: 'kept',
      last_action_at: 'kept',
      legal_hold_reason: 'personal',
      restricted_at: 'kept',
      restricted_reason: 'personal',
      erased_at: { isExported: true, erasedTo: sql`coalesce(erased_at, now())` },
    },
    adds: sql`(select jsonb_build_object('application_status', s.application_status, 'function_role_name', r.function_role_name)
      from application_status s, function_role r where s.ref_application_status_id = t.ref_application_status_id and r.ref_function_role_id = t.ref_function_role_id)`,
  },

  staff_account: staff,
  staff_scope: staff,
  auth_session: staff,
  sign_in_code: staff,
  known_browser_code: staff,
  saved_view: staff,
  interviewer: staff,
  function_role: shownPublicly,
  application_question: shownPublicly,
  question_answer_choice: shownPublicly,
  question_role: shownPublicly,
  application_status: reference,
  email_template: reference,
  email_template_version: reference,
  interview_type: reference,
  interviewer_feedback_question: reference,
  red_flag: reference,
  server_key: machinery,
  reference_seed: reference,
  rate_limit: machinery,
} satisfies Registry

const ALL = Object.entries(REGISTRY as Registry) as [TableName, PersonalTable | OtherTable][]

/** Each after those that refer to it. */
export const PERSONAL_TABLES = ALL.flatMap(([name, row]) => ('holds' in row ? [] : [{ name, ...row }]))

/** Tables whose rows public pages show. */
export const PUBLIC_TABLES = ALL.flatMap(([name, row]) => ('holds' in row && row.isPublic ? [name] : []))
