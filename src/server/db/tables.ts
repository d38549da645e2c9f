import { sql, type SQL } from 'drizzle-orm'
import type { Access, AssignedRole } from '#contract/staff/access.ts'
import type { TeamPart } from '#contract/staff/team.ts'
import type { SignInMethod, StaffRole } from '#contract/auth/auth.ts'
import type { Benefit, PictureFormat, PictureKind } from '#contract/brand/brand.ts'
import type { WorkingHours } from '#contract/interviewers.ts'
import type { AnswersVisibility, ResumeVisibility, InterviewLocation } from '#contract/interviews.ts'
import type { Purpose } from '#contract/templates/purposes.ts'
import type { PlanPart, BookingMark, BookingState, InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import type { SealReason } from '#contract/packet/format.ts'
import type { VersionKind } from '#contract/versions.ts'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
  customType,
} from 'drizzle-orm/pg-core'
import type { OutboxPurpose } from '#server/mail/outbox-purposes.ts'

/** A point in time: `timestamptz` in the database, an ISO 8601 string in UTC everywhere else. */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** A decimal amount of money: exact in the database, a JSON number elsewhere. */
const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(12, 2)',
  fromDriver: Number,
  toDriver: String,
})

/** Lexemes for full-text search. */
const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' })

const createdAt = () =>
  instant('created_at')
    .notNull()
    .default(sql`now()`)
const modifiedAt = () =>
  instant('modified_at')
    .notNull()
    .default(sql`now()`)
/** Counts edits by staff; an edit based on an outdated version is rejected. */
const version = () => integer('version').notNull().default(1)
/** Which versions of the texts were current when this was written: `{"rationale:12": 3}`. */
const readVersions = () =>
  jsonb('read_versions')
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'::jsonb`)
const modifiedBy = () => integer('modified_by').references(() => staff_account.staff_account_id)

export const staff_account = pgTable('staff_account', {
  staff_account_id: serial('staff_account_id').primaryKey(),
  email: text('email').notNull().unique(),
  created_at: createdAt(),
  last_visit_at: instant('last_visit_at'),
  /** The role an owner assigned. Null for owners and interviewers, whose role comes from their address. */
  given_role: text('given_role').$type<AssignedRole>(),
  /** An owner added in the app; owners from ADMIN_EMAILS don't need the flag. */
  owner_flag: boolean('owner_flag').notNull().default(false),
  /** Lets a hiring manager make decisions. */
  may_decide_flag: boolean('may_decide_flag').notNull().default(false),
  /** The role comes from a group at the OpenID provider and is removed with it. */
  role_from_group_flag: boolean('role_from_group_flag').notNull().default(false),
  /** The person's ID at the OpenID provider, because an email address there can be reassigned. */
  sso_subject: text('sso_subject').unique(),
  /** When the account lost access. Has no effect on owners. */
  suspended_at: instant('suspended_at'),
  version: version(),
})

/** A role's team, other than its hiring lead. Decides which openings' applicants a recruiter or hiring manager can see. */
export const staff_scope = pgTable(
  'staff_scope',
  {
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    ref_function_role_id: integer('ref_function_role_id')
      .notNull()
      .references(() => function_role.ref_function_role_id),
    /** Null if the person's part on the team is the same as their staff role. */
    part: text('part').$type<TeamPart>(),
  },
  (t) => [
    primaryKey({ columns: [t.staff_account_id, t.ref_function_role_id] }),
    check('staff_scope_part', sql`${t.part} in ('recruiter', 'hiring-manager', 'coordinator')`),
    index('staff_scope_role').on(t.ref_function_role_id),
  ],
)

/** Departments whose current and future openings a person can see, spelled as on the opening. */
export const staff_department = pgTable(
  'staff_department',
  {
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    department: text('department').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staff_account_id, t.department] })],
)

export const auth_session = pgTable(
  'auth_session',
  {
    token_hash: text('token_hash').primaryKey(),
    /** Identifies the session in lists, which must not reveal its token. */
    auth_session_id: serial('auth_session_id').unique(),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    created_at: createdAt(),
    last_seen_at: instant('last_seen_at')
      .notNull()
      .default(sql`now()`),
    expires_at: instant('expires_at').notNull(),
    revoked_at: instant('revoked_at'),
    sign_in_method: text('sign_in_method').$type<SignInMethod>().notNull().default('code'),
    /** Browser and operating system, such as 'Firefox on Windows'. */
    browser: text('browser').notNull().default(''),
    /** When the person last confirmed their identity with a passkey. */
    confirmed_at: instant('confirmed_at'),
    /** When they last confirmed their identity with a code, or by signing in again at the provider. */
    proved_at: instant('proved_at'),
    /** The provider's own session ID. */
    sso_sid: text('sso_sid'),
  },
  (t) => [index('auth_session_account').on(t.staff_account_id)],
)

export const passkey = pgTable(
  'passkey',
  {
    passkey_id: serial('passkey_id').primaryKey(),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    passkey_name: text('passkey_name').notNull(),
    credential_id: text('credential_id').notNull().unique(),
    /** COSE key, base64url-encoded. */
    public_key: text('public_key').notNull(),
    /** The authenticator's use counter, if it has one; a counter that goes backward means the key was cloned. */
    uses: bigint('uses', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    created_at: createdAt(),
    last_used_at: instant('last_used_at'),
  },
  (t) => [index('passkey_account').on(t.staff_account_id)],
)

/** Challenges for authenticators; each can be used only once. */
export const passkey_challenge = pgTable(
  'passkey_challenge',
  {
    challenge: text('challenge').primaryKey(),
    /** 'add' registers a passkey, 'use' verifies one. */
    purpose: text('purpose').$type<'add' | 'use'>().notNull(),
    /** Null at sign-in, before the account is known. */
    staff_account_id: integer('staff_account_id').references(() => staff_account.staff_account_id),
    created_at: createdAt(),
  },
  (t) => [index('passkey_challenge_created').on(t.created_at)],
)

/** A browser's trip to the OpenID provider and back; each row can be used only once. */
export const sso_attempt = pgTable(
  'sso_attempt',
  {
    state_hash: text('state_hash').primaryKey(),
    nonce: text('nonce').notNull(),
    code_verifier: text('code_verifier').notNull(),
    role: text('role').$type<StaffRole>().notNull(),
    /** The provider must ask the person to sign in again and report when they did. */
    again_flag: boolean('again_flag').notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [index('sso_attempt_created').on(t.created_at)],
)

export const sign_in_code = pgTable(
  'sign_in_code',
  {
    sign_in_code_id: serial('sign_in_code_id').primaryKey(),
    email: text('email').notNull(),
    code_hash: text('code_hash').notNull(),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
    wrong_tries: integer('wrong_tries').notNull().default(0),
    /** When it was used, blocked after too many wrong entries, or replaced by a newer code; it's never valid after that. */
    spent_at: instant('spent_at'),
  },
  (t) => [
    uniqueIndex('sign_in_code_one_live')
      .on(t.email)
      .where(sql`spent_at is null`),
    index('sign_in_code_created').on(t.created_at),
  ],
)

/**
 * A code requested by a browser that has signed in to this address before. All other browsers share the code in `sign_in_code`, so a stranger can
 * neither replace this one nor use up its attempts.
 */
export const known_browser_code = pgTable(
  'known_browser_code',
  {
    email: text('email').notNull(),
    browser: text('browser').notNull(),
    code_hash: text('code_hash').notNull(),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
    wrong_tries: integer('wrong_tries').notNull().default(0),
    spent_at: instant('spent_at'),
  },
  (t) => [primaryKey({ columns: [t.email, t.browser] }), index('known_browser_code_created').on(t.created_at)],
)

/** This installation's secret keys; the newest that hasn't been replaced is the current one. */
export const secret_key = pgTable('secret_key', {
  /** Identifies the key without revealing it. */
  fingerprint: text('fingerprint').primaryKey(),
  created_at: createdAt(),
  /** When the key starts signing new values. Every process has until then to load it. */
  signs_from: instant('signs_from').notNull(),
  replaced_at: instant('replaced_at'),
  /** The key itself, encrypted with the key in `kept_with`, or unencrypted if that's null. Null if the key is in the settings. */
  kept: text('kept'),
  kept_with: text('kept_with'),
  /** The same key, encrypted with the previous one for processes that don't have the new setting yet. Removed once they do. */
  handed_over: text('handed_over'),
  handed_with: text('handed_with'),
})

/** Keys that sign emails (`dkim` and the selector), encrypted, and the key generated on the first start, before `secret_key` existed (`root`). */
export const server_key = pgTable('server_key', {
  purpose: text('purpose').primaryKey(),
  key: text('key').notNull(),
  created_at: createdAt(),
})

/** How far the mailbox for bounces and complaints has been read. UIDs only increase until the UIDVALIDITY changes (RFC 3501, 2.3.1.1). */
export const report_mailbox = pgTable('report_mailbox', {
  /** The mailbox's user, server and folder. */
  mailbox: text('mailbox').primaryKey(),
  uid_validity: bigint('uid_validity', { mode: 'number' }).notNull().default(0),
  /** The UID of the first message that arrived after Rounds started reading this mailbox. */
  first_uid: bigint('first_uid', { mode: 'number' }).notNull().default(0),
  last_uid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
  /** No process reads the mailbox before this time. */
  next_at: instant('next_at').notNull(),
  /** When the mailbox was last read to the end. */
  read_at: instant('read_at'),
})

/** Settings made in the product, in the same form as in a settings file; secret ones are encrypted. */
export const stored_setting = pgTable('stored_setting', {
  setting_name: text('setting_name').primaryKey(),
  value: text('value').notNull(),
  modified_at: modifiedAt(),
})

/**
 * The owners in the settings when a process last compared them: a single row, missing until the first comparison. A restore empties it, so the next start has
 * nothing to compare with.
 */
export const settings_owners = pgTable(
  'settings_owners',
  {
    only: boolean('only').primaryKey().default(true),
    emails: text('emails').array().notNull(),
    /** The addresses in `emails` that are missing from the settings of the last process that compared them. */
    missing: text('missing')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    missing_since: instant('missing_since'),
  },
  (t) => [check('settings_owners_only', sql`${t.only}`)],
)

/** Keys to the first-run page: unused links, and browsers that have it open. Stored hashed. */
export const first_run_key = pgTable('first_run_key', {
  key_hash: text('key_hash').primaryKey(),
  opens: text('opens').$type<'link' | 'page'>().notNull(),
  /** The session of an owner who came back to the page; the key ends with it. Null for the person who used the link. */
  auth_session_id: integer('auth_session_id').references(() => auth_session.auth_session_id, { onDelete: 'cascade' }),
  created_at: createdAt(),
  expires_at: instant('expires_at').notNull(),
})

/** Counters for rate limits and email budgets; see `countUses`. `expire` is in milliseconds since 1970. */
export const rate_limit = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

export const function_role = pgTable(
  'function_role',
  {
    ref_function_role_id: serial('ref_function_role_id').primaryKey(),
    function_role_name: text('function_role_name').notNull(),
    function_role_description: text('function_role_description').notNull().default(''),
    function_role_responsibilities: text('function_role_responsibilities').notNull().default(''),
    function_role_requirements: text('function_role_requirements').notNull().default(''),
    disabled_flag: boolean('disabled_flag').notNull().default(false),
    hiring_lead_email: text('hiring_lead_email').notNull(),
    hiring_lead_name: text('hiring_lead_name').notNull(),
    salary_min: money('salary_min'),
    salary_max: money('salary_max'),
    salary_currency: text('salary_currency').notNull().default('USD'),
    salary_unit: text('salary_unit').$type<'YEAR' | 'HOUR'>().notNull().default('YEAR'),
    published_at: instant('published_at').default(sql`now()`),
    closes_at: instant('closes_at'),
    department: text('department').notNull().default(''),
    specialty: text('specialty').notNull().default(''),
    shift: text('shift').notNull().default(''),
    /** Two-letter codes of the states an applicant needs a license in. Empty if no license is required, or any state's will do. */
    license_states: text('license_states')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** In calendar days; null means REPLY_WITHIN_DAYS. */
    reply_within_days: integer('reply_within_days'),
    /** When staff closed it manually. */
    disabled_at: instant('disabled_at'),
    /** When it stopped accepting applications without losing its page; `disabled_flag` is set too. */
    paused_at: instant('paused_at'),
    /** How many people to hire; null means no limit. */
    openings: integer('openings'),
    /** Whether it was ever public. If so, its page shows that it's closed instead of "not found". */
    was_public_flag: boolean('was_public_flag').notNull().default(false),
    /** False to turn off generated rationales for this role's applicants. */
    generated_rationale_flag: boolean('generated_rationale_flag').notNull().default(true),
    version: version(),
    created_at: createdAt(),
    modified_at: modifiedAt(),
    modified_by: modifiedBy(),
  },
  (t) => [
    index('function_role_lead').on(sql`lower(${t.hiring_lead_email})`),
    check('function_role_named', sql`btrim(${t.function_role_name}) <> ''`),
    check('function_role_pay', sql`${t.salary_min} is null or ${t.salary_max} is null or ${t.salary_min} <= ${t.salary_max}`),
    check('function_role_pay_positive', sql`coalesce(${t.salary_min}, 0) >= 0 and coalesce(${t.salary_max}, 0) >= 0`),
    check('function_role_pay_unit', sql`${t.salary_unit} in ('YEAR', 'HOUR')`),
    check('function_role_reply_within', sql`${t.reply_within_days} > 0`),
    check('function_role_openings', sql`${t.openings} > 0`),
    check('function_role_paused', sql`${t.paused_at} is null or ${t.was_public_flag}`),
  ],
)

export const application_question = pgTable(
  'application_question',
  {
    ref_question_id: serial('ref_question_id').primaryKey(),
    question_name: text('question_name').notNull().unique(),
    question_text: text('question_text').notNull(),
    question_type: text('question_type').notNull(),
    question_placeholder: text('question_placeholder').notNull().default(''),
    required_flag: boolean('required_flag').notNull().default(false),
    disabled_flag: boolean('disabled_flag').notNull().default(false),
    max_words: integer('max_words').notNull().default(300),
    sort_order: integer('sort_order').notNull().default(0),
    /** False if it's asked only for roles that select it in `question_role`. */
    all_roles_flag: boolean('all_roles_flag').notNull().default(true),
    version: version(),
    modified_at: modifiedAt(),
    modified_by: modifiedBy(),
  },
  (t) => [
    check('application_question_text', sql`btrim(${t.question_text}) <> ''`),
    check('application_question_words', sql`${t.max_words} between 1 and 4000`),
  ],
)

export const question_answer_choice = pgTable(
  'question_answer_choice',
  {
    ref_question_answer_id: serial('ref_question_answer_id').primaryKey(),
    ref_question_id: integer('ref_question_id')
      .notNull()
      .references(() => application_question.ref_question_id),
    answer_text: text('answer_text').notNull(),
    sort_order: integer('sort_order').notNull().default(0),
  },
  (t) => [unique('question_answer_choice_once').on(t.ref_question_id, t.answer_text)],
)

export const question_role = pgTable(
  'question_role',
  {
    ref_question_id: integer('ref_question_id')
      .notNull()
      .references(() => application_question.ref_question_id),
    ref_function_role_id: integer('ref_function_role_id')
      .notNull()
      .references(() => function_role.ref_function_role_id),
    /** True if this role asks the question, false if this role skips a question that others ask, null to use the question's own setting. */
    asked_flag: boolean('asked_flag').default(true),
    /** Null to use the question's own setting. */
    required_flag: boolean('required_flag'),
    /** Its position in this role's form; null to use the library's order. */
    sort_order: integer('sort_order'),
  },
  (t) => [primaryKey({ columns: [t.ref_question_id, t.ref_function_role_id] })],
)

/** Links to a role's page. Each application records the link the person came from. */
export const role_link = pgTable(
  'role_link',
  {
    role_link_id: serial('role_link_id').primaryKey(),
    ref_function_role_id: integer('ref_function_role_id')
      .notNull()
      .references(() => function_role.ref_function_role_id),
    via: text('via').notNull(),
    created_at: createdAt(),
    created_by: integer('created_by').references(() => staff_account.staff_account_id),
  },
  (t) => [unique('role_link_once').on(t.ref_function_role_id, t.via), check('role_link_via', sql`${t.via} ~ '^[a-z0-9-]{1,40}$' and ${t.via} <> 'other'`)],
)

/** Which reference data this installation has already received, so upgrades add new rows but never restore deleted ones. */
export const reference_seed = pgTable(
  'reference_seed',
  {
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the row as shipped. A row that still matches was never edited, so it gets the next version's text. */
    shipped_hash: text('shipped_hash').notNull(),
    seeded_at: instant('seeded_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name] })],
)

export const application_status = pgTable('application_status', {
  ref_application_status_id: integer('ref_application_status_id').primaryKey(),
  application_status: text('application_status').notNull().unique(),
  application_status_description: text('application_status_description').notNull(),
})

/** No vowels, and no letters or digits that look alike. */
export const REFERENCE_LETTERS = 'CDFGHJKMPQRTVWXY2346789'
const RANDOM_LETTER = `substr('${REFERENCE_LETTERS}', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % ${REFERENCE_LETTERS.length}, 1)`
/** Eight characters, each picked with its own random byte. */
export const RANDOM_REFERENCE: SQL = sql.raw(`(${Array.from({ length: 8 }, () => RANDOM_LETTER).join(' || ')})`)

export const user_session = pgTable(
  'user_session',
  {
    user_session_id: serial('user_session_id').primaryKey(),
    ref_function_role_id: integer('ref_function_role_id')
      .notNull()
      .references(() => function_role.ref_function_role_id),
    ref_application_status_id: integer('ref_application_status_id')
      .notNull()
      .default(1)
      .references(() => application_status.ref_application_status_id),
    /** The name shown while identities are hidden: stable, and unique to the application. */
    alias: text('alias')
      .notNull()
      .generatedAlwaysAs(
        sql`'Applicant ' || upper(lpad(to_hex((user_session_id::bigint * 40503) % 65536), 4, '0')) || case when user_session_id < 65536 then '' else '-' || (user_session_id / 65536)::text end`,
      ),
    /** The reference candidates see; random, so it doesn't reveal how many applications there are. */
    reference: text('reference').notNull().unique().default(RANDOM_REFERENCE),
    /** SHA-256 of the cookie that proves ownership of this application. */
    capability_hash: text('capability_hash').notNull().unique(),
    device_info: text('device_info').notNull().default(''),
    /** The link it came from: one of the role's, or 'other'; null if there was none. */
    via: text('via'),
    suspected_bot: boolean('suspected_bot').notNull().default(false),
    created_at: createdAt(),
    application_submitted_datetime_utc: instant('application_submitted_datetime_utc'),
    /** SHA-256 of the submitted answers: sending the same content again isn't a second submission. */
    submitted_hash: text('submitted_hash'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    linkedin_profile_url: text('linkedin_profile_url'),
    /** Normalized values that link one person's applications. */
    email_key: text('email_key'),
    linkedin_key: text('linkedin_key'),
    name_key: text('name_key'),
    /** The `email_key` whose mailbox owner opened their own page. It proves the address as long as it's still the current one. */
    proved_email_key: text('proved_email_key'),
    /** Whether we may contact the candidate about other roles, as set on their own page. Null if they haven't chosen; then the form's answer counts. */
    wants_updates: boolean('wants_updates'),
    has_emailed_application_status: boolean('has_emailed_application_status').notNull().default(false),
    /** The candidate opted out of generated rationales. */
    rationale_opt_out_flag: boolean('rationale_opt_out_flag').notNull().default(false),
    /** The reply time promised when the candidate applied; later settings don't change it. */
    reply_within_days: integer('reply_within_days').notNull().default(14),
    /** Reply deadline; null means `reply_within_days` after submission. */
    reply_due_at: instant('reply_due_at'),
    /** The effective deadline, stored so that replies due can be counted from an index alone. */
    due_at: instant('due_at').generatedAlwaysAs(
      sql`coalesce(reply_due_at, (application_submitted_datetime_utc at time zone 'UTC' + make_interval(days => reply_within_days)) at time zone 'UTC')`,
    ),
    /** How many times the deadline was extended, each time with an email to the candidate. */
    reply_extensions: integer('reply_extensions').notNull().default(0),
    /** Counts status changes and undos so two reviewers can't overwrite each other. */
    version: version(),
    /** When the current status began; undoing a change doesn't reset it. */
    status_changed_at: instant('status_changed_at')
      .notNull()
      .default(sql`now()`),
    /** When the last personnel action took place; the retention period starts then. */
    last_action_at: instant('last_action_at')
      .notNull()
      .default(sql`now()`),
    legal_hold_reason: text('legal_hold_reason'),
    /** When erasure was requested although the records must still be kept. Restricted records aren't shown anywhere. */
    restricted_at: instant('restricted_at'),
    restricted_reason: text('restricted_reason'),
    erased_at: instant('erased_at'),
  },
  (t) => [
    check('user_session_started_or_submitted', sql`(${t.ref_application_status_id} = 1) = (${t.application_submitted_datetime_utc} is null)`),
    index('user_session_list')
      .on(t.ref_function_role_id, t.application_submitted_datetime_utc.desc(), t.user_session_id.desc())
      .where(sql`application_submitted_datetime_utc is not null`),
    index('user_session_list_role_status').on(
      t.ref_function_role_id,
      t.ref_application_status_id,
      t.application_submitted_datetime_utc.desc(),
      t.user_session_id.desc(),
    ),
    index('user_session_list_status').on(t.ref_application_status_id, t.application_submitted_datetime_utc.desc(), t.user_session_id.desc()),
    // Including the role lets the home page find who has waited longest for each role from the index alone.
    index('user_session_standing_role')
      .on(t.ref_application_status_id, t.status_changed_at, t.ref_function_role_id)
      .where(sql`application_submitted_datetime_utc is not null and restricted_at is null and erased_at is null`),
    index('user_session_submitted')
      .on(t.application_submitted_datetime_utc.desc(), t.user_session_id.desc())
      .where(sql`application_submitted_datetime_utc is not null`),
    index('user_session_started')
      .on(t.created_at)
      .where(sql`application_submitted_datetime_utc is null`),
    index('user_session_email_key').on(t.email_key),
    index('user_session_linkedin_key').on(t.linkedin_key),
    index('user_session_name_key').on(t.name_key),
    index('user_session_find_name').on(t.name_key.op('text_pattern_ops')),
    index('user_session_find_end').using('btree', sql`reverse(name_key) text_pattern_ops`),
    index('user_session_find_last_name').using('btree', sql`lower(last_name) text_pattern_ops`),
    index('user_session_find_email').using('btree', sql`lower(email) text_pattern_ops`),
    index('user_session_find_alias').on(t.alias.op('text_pattern_ops')),
    index('user_session_last_action').on(t.last_action_at),
    // Including the role lets the home page count replies due by role from the index alone.
    index('user_session_due')
      .on(t.ref_application_status_id, t.has_emailed_application_status, t.due_at, t.ref_function_role_id)
      .where(sql`application_submitted_datetime_utc is not null and restricted_at is null and erased_at is null`),
    index('user_session_owed')
      .on(t.ref_function_role_id, t.ref_application_status_id, t.has_emailed_application_status)
      .where(sql`application_submitted_datetime_utc is not null and restricted_at is null and erased_at is null`),
    index('user_session_restricted')
      .on(t.last_action_at)
      .where(sql`restricted_at is not null and erased_at is null`),
  ],
)

export const user_session_answer = pgTable(
  'user_session_answer',
  {
    user_session_answer_id: serial('user_session_answer_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    ref_question_id: integer('ref_question_id')
      .notNull()
      .references(() => application_question.ref_question_id),
    /** The question's name, text and type as it was asked, so an answer keeps the wording it responded to. */
    question_name: text('question_name').notNull(),
    question_text: text('question_text').notNull(),
    question_type: text('question_type').notNull(),
    question_placeholder: text('question_placeholder').notNull(),
    required_flag: boolean('required_flag').notNull(),
    max_words: integer('max_words').notNull(),
    sort_order: integer('sort_order').notNull(),
    user_answer_text_box: text('user_answer_text_box'),
  },
  (t) => [
    unique('user_session_answer_once').on(t.user_session_id, t.ref_question_id),
    // Quickly finds out whether a question was ever asked.
    index('user_session_answer_question').on(t.ref_question_id),
    // Finds the applicants with a yes/no answer. Statistics with the same expressions (0084) tell PostgreSQL whether they're few or most of them.
    index('user_session_answer_yes_no')
      .on(t.question_name, sql`lower(btrim(user_answer_text_box))`, t.user_session_id)
      .where(sql`lower(btrim(user_answer_text_box)) in ('yes', 'no')`),
  ],
)

export const resume = pgTable(
  'resume',
  {
    resume_id: serial('resume_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    storage_key: text('storage_key').notNull().unique(),
    sha256: text('sha256').notNull(),
    size_bytes: integer('size_bytes').notNull(),
    uploaded_at: instant('uploaded_at')
      .notNull()
      .default(sql`now()`),
    /** Null while the file is being written; the row already reserves space that counts toward the quota. */
    stored_at: instant('stored_at').default(sql`now()`),
    /** When a newer upload replaced it; the file is deleted later unless a decision was based on it. */
    replaced_at: instant('replaced_at'),
  },
  (t) => [
    uniqueIndex('resume_one_current')
      .on(t.user_session_id)
      .where(sql`replaced_at is null`),
    index('resume_session').on(t.user_session_id),
    index('resume_reserved')
      .on(t.uploaded_at)
      .where(sql`stored_at is null`),
  ],
)

/** Access to a candidate's own page: the token in an emailed link, or the cookie it was exchanged for. Expires after 30 days without use. */
export const candidate_access = pgTable(
  'candidate_access',
  {
    token_hash: text('token_hash').primaryKey(),
    /** The interview kinds only give access to interviews. */
    kind: text('kind').$type<'link' | 'cookie' | 'interviews-link' | 'interviews-cookie'>().notNull(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    /** The address it was sent to. Access ends once the application has a different one. */
    email_key: text('email_key').notNull(),
    /** Gives access to all of this address's applications, not just this one. */
    opens_mailbox: boolean('opens_mailbox').notNull().default(false),
    created_at: createdAt(),
    last_used_at: instant('last_used_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('candidate_access_session').on(t.user_session_id),
    index('candidate_access_mailbox').on(t.email_key),
    index('candidate_access_used').on(t.last_used_at),
  ],
)

/** A new email address that a candidate hasn't confirmed yet. */
export const address_change = pgTable(
  'address_change',
  {
    token_hash: text('token_hash').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    email: text('email').notNull(),
    created_at: createdAt(),
  },
  (t) => [index('address_change_session').on(t.user_session_id)],
)

/** An accommodation request. Only the hiring lead can see it; it's stored separately from the application and never shown to interviewers. */
export const accommodation_request = pgTable(
  'accommodation_request',
  {
    accommodation_request_id: serial('accommodation_request_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    message: text('message').notNull(),
    created_at: createdAt(),
    handled_at: instant('handled_at'),
    handled_by: integer('handled_by').references(() => staff_account.staff_account_id),
  },
  (t) => [index('accommodation_request_session').on(t.user_session_id)],
)

/**
 * An email that a candidate's action would have triggered, held back because its recipient already got too many of those today. The next digest lists
 * it.
 */
export const collected_notice = pgTable(
  'collected_notice',
  {
    collected_notice_id: serial('collected_notice_id').primaryKey(),
    to_address: text('to_address').notNull(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    created_at: createdAt(),
    told_at: instant('told_at'),
  },
  (t) => [index('collected_notice_session').on(t.user_session_id), index('collected_notice_to').on(t.to_address)],
)

/** Another role that staff suggested to an applicant, who can answer until two weeks after the email was sent. */
export const role_suggestion = pgTable(
  'role_suggestion',
  {
    role_suggestion_id: serial('role_suggestion_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    ref_function_role_id: integer('ref_function_role_id')
      .notNull()
      .references(() => function_role.ref_function_role_id),
    email_id: integer('email_id')
      .notNull()
      .references(() => email_outbox.email_id),
    suggested_by: integer('suggested_by')
      .notNull()
      .references(() => staff_account.staff_account_id),
    /** Sent from the role's page to someone who wants to hear about roles; each person gets at most one a month. */
    is_invitation: boolean('is_invitation').notNull().default(false),
    created_at: createdAt(),
    /** Null until the applicant answers. */
    answer: text('answer').$type<'yes' | 'no'>(),
    answered_at: instant('answered_at'),
    /** The application created if the answer is yes. */
    new_user_session_id: integer('new_user_session_id').references(() => user_session.user_session_id),
  },
  (t) => [index('role_suggestion_session').on(t.user_session_id), index('role_suggestion_new_session').on(t.new_user_session_id)],
)

/** A candidate's erasure request: carried out by staff at any time, or automatically at `due_at`. */
export const erasure_request = pgTable('erasure_request', {
  user_session_id: integer('user_session_id')
    .primaryKey()
    .references(() => user_session.user_session_id),
  created_at: createdAt(),
  due_at: instant('due_at').notNull(),
})

/** An applicant's home state and NPI; their licenses are in `license`. */
export const license_holder = pgTable('license_holder', {
  user_session_id: integer('user_session_id')
    .primaryKey()
    .references(() => user_session.user_session_id),
  /** Null for outside the United States. */
  home_state: text('home_state'),
  /** When they moved there, if recently. */
  moved_on: date('moved_on', { mode: 'string' }),
  npi: text('npi'),
  given_at: instant('given_at')
    .notNull()
    .default(sql`now()`),
})

/** A license as the applicant entered it. */
export const license = pgTable(
  'license',
  {
    license_id: serial('license_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    place: integer('place').notNull(),
    license_type: text('license_type').notNull(),
    license_state: text('license_state').notNull(),
    license_number: text('license_number'),
    is_multistate: boolean('is_multistate').notNull(),
    expires_on: date('expires_on', { mode: 'string' }),
    is_in_progress: boolean('is_in_progress').notNull(),
    privileges: text('privileges').array().notNull(),
    license_authorization: text('license_authorization'),
    /** Counts edits of this entry; a verification records which edit it checked. */
    entry: integer('entry').notNull().default(1),
    created_at: createdAt(),
    /** When the applicant removed it; its verifications are kept. */
    removed_at: instant('removed_at'),
    /**
     * The last reminder sent, in days before expiration; it may have gone out later than that, or not at all if the license had just expired. Null
     * again once the application is closed.
     */
    reminded_days: integer('reminded_days'),
  },
  (t) => [
    index('license_session').on(t.user_session_id),
    index('license_expires').on(t.expires_on),
    index('license_reminded')
      .on(t.user_session_id)
      .where(sql`reminded_days is not null`),
  ],
)

/** What a primary source reported about a license. Append-only: a trigger rejects updates, and deletes without the license. */
export const license_verification = pgTable(
  'license_verification',
  {
    license_verification_id: serial('license_verification_id').primaryKey(),
    license_id: integer('license_id')
      .notNull()
      .references(() => license.license_id),
    entry: integer('entry').notNull(),
    source: text('source').notNull(),
    result: text('result').notNull(),
    checked_on: date('checked_on', { mode: 'string' }).notNull(),
    good_until: date('good_until', { mode: 'string' }),
    note: text('note').notNull(),
    checked_by: integer('checked_by').references(() => staff_account.staff_account_id),
    created_at: createdAt(),
  },
  (t) => [index('license_verification_license').on(t.license_id)],
)

/** The PDF attached to a verification, such as the primary source's report. Append-only like the verification. */
export const license_document = pgTable('license_document', {
  license_verification_id: integer('license_verification_id')
    .primaryKey()
    .references(() => license_verification.license_verification_id),
  content_base64: text('content_base64').notNull(),
  sha256: text('sha256').notNull(),
  size_bytes: integer('size_bytes').notNull(),
  attached_by: integer('attached_by').references(() => staff_account.staff_account_id),
  attached_at: instant('attached_at')
    .notNull()
    .default(sql`now()`),
})

/** Changes to compacts that owners recorded after the built-in facts were written. */
export const compact_change = pgTable('compact_change', {
  compact_change_id: serial('compact_change_id').primaryKey(),
  place: text('place').notNull(),
  compact: text('compact').notNull(),
  standing: text('standing').notNull(),
  since: date('since', { mode: 'string' }).notNull(),
  until: date('until', { mode: 'string' }),
  source: text('source').notNull(),
  seen_on: date('seen_on', { mode: 'string' }).notNull(),
  reason: text('reason').notNull(),
  added_by: integer('added_by').references(() => staff_account.staff_account_id),
  created_at: createdAt(),
})

/** The federal exclusion list (LEIE) as last downloaded, without birth dates or addresses. */
export const exclusion = pgTable(
  'exclusion',
  {
    exclusion_id: serial('exclusion_id').primaryKey(),
    excluded_name: text('excluded_name').notNull(),
    /** Last and first name, normalized for comparison: the full last name, and each part of a hyphenated one. */
    name_keys: text('name_keys').array().notNull(),
    npi: text('npi'),
    exclusion_type: text('exclusion_type').notNull(),
    excluded_on: date('excluded_on', { mode: 'string' }),
    reinstated_on: date('reinstated_on', { mode: 'string' }),
  },
  (t) => [index('exclusion_name').using('gin', t.name_keys), index('exclusion_npi').on(t.npi)],
)

/** A possible match between an applicant and the exclusion list, to be checked against the source by a person. */
export const exclusion_match = pgTable(
  'exclusion_match',
  {
    exclusion_match_id: serial('exclusion_match_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    matched_on: text('matched_on').notNull(),
    excluded_name: text('excluded_name').notNull(),
    exclusion_type: text('exclusion_type').notNull(),
    excluded_on: date('excluded_on', { mode: 'string' }),
    found_at: instant('found_at')
      .notNull()
      .default(sql`now()`),
    closed_at: instant('closed_at'),
    closed_by: integer('closed_by').references(() => staff_account.staff_account_id),
    closed_reason: text('closed_reason'),
  },
  (t) => [
    // Different people on the list can have the same name.
    uniqueIndex('exclusion_match_of').on(t.user_session_id, t.matched_on, t.excluded_name, t.exclusion_type, sql`coalesce(excluded_on, '-infinity'::date)`),
  ],
)

/** Answers saved so they can be continued on another device. Staff never see them; they expire after 14 days or on submission. */
type DraftAnswers = Record<string, { answer: string; edited_at: number }>

export const application_draft = pgTable(
  'application_draft',
  {
    key_hash: text('key_hash').primaryKey(),
    ref_function_role_id: integer('ref_function_role_id')
      .notNull()
      .references(() => function_role.ref_function_role_id),
    /** The application open in that browser, if there is one. */
    user_session_id: integer('user_session_id').references(() => user_session.user_session_id),
    email: text('email').notNull(),
    email_key: text('email_key').notNull(),
    /** Keyed by question name: the answer and when it was edited (ms since 1970). */
    answers: jsonb('answers').$type<DraftAnswers>().notNull(),
    /** A second version, saved by another device, kept until the person chooses one. `saved_at` is null if no device shows it. */
    other: jsonb('other').$type<{ saved_at: string | null; answers: DraftAnswers }>(),
    /** A random string for the browser that saved `answers`. Null without JavaScript, or once the person has chosen a version. */
    device: text('device'),
    created_at: createdAt(),
    saved_at: instant('saved_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('application_draft_email').on(t.email_key),
    index('application_draft_session').on(t.user_session_id),
    index('application_draft_saved').on(t.saved_at),
  ],
)

/** At most one colleague is assigned to each applicant. */
export const assignment = pgTable(
  'assignment',
  {
    user_session_id: integer('user_session_id')
      .primaryKey()
      .references(() => user_session.user_session_id),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    assigned_by: integer('assigned_by')
      .notNull()
      .references(() => staff_account.staff_account_id),
    assigned_at: instant('assigned_at')
      .notNull()
      .default(sql`now()`),
    /** When it was included in a digest. */
    told_at: instant('told_at'),
  },
  (t) => [index('assignment_colleague').on(t.staff_account_id, t.assigned_at)],
)

/** Staff notes about an applicant. */
export const note = pgTable(
  'note',
  {
    note_id: serial('note_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    /** Markdown, as typed. */
    note_text: text('note_text').notNull(),
    written_by: integer('written_by')
      .notNull()
      .references(() => staff_account.staff_account_id),
    created_at: createdAt(),
  },
  (t) => [index('note_session').on(t.user_session_id, t.note_id)],
)

export const note_mention = pgTable(
  'note_mention',
  {
    note_id: integer('note_id')
      .notNull()
      .references(() => note.note_id),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    created_at: createdAt(),
    seen_at: instant('seen_at'),
    /** When it was included in a digest. */
    told_at: instant('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.note_id, t.staff_account_id] }),
    index('note_mention_session').on(t.user_session_id),
    index('note_mention_waiting')
      .on(t.staff_account_id, t.created_at)
      .where(sql`seen_at is null`),
  ],
)

/** Interview feedback for a candidate, sent with the rejection after a second person has reviewed it. */
export const candidate_feedback = pgTable('candidate_feedback', {
  user_session_id: integer('user_session_id')
    .primaryKey()
    .references(() => user_session.user_session_id),
  feedback_text: text('feedback_text').notNull(),
  written_by: integer('written_by')
    .notNull()
    .references(() => staff_account.staff_account_id),
  written_at: instant('written_at')
    .notNull()
    .default(sql`now()`),
  reviewed_by: integer('reviewed_by').references(() => staff_account.staff_account_id),
  reviewed_at: instant('reviewed_at'),
  version: version(),
})

/** An application's searchable text, rebuilt whenever its answers or resume change. */
export const applicant_text = pgTable(
  'applicant_text',
  {
    user_session_id: integer('user_session_id')
      .primaryKey()
      .references(() => user_session.user_session_id),
    /** The resume this text was taken from; null if none was read. */
    resume_id: integer('resume_id'),
    resume_text: text('resume_text').notNull().default(''),
    /** All the words, as returned by `searchWords`. */
    words: tsvector('words').notNull().default(''),
    /** The words that can be searched while names are hidden. */
    blind_words: tsvector('blind_words').notNull().default(''),
    /** Counts changes to the application's text. The words are up to date with change number `written`. */
    wanted: integer('wanted').notNull().default(1),
    written: integer('written').notNull().default(0),
    leased_until: instant('leased_until'),
  },
  (t) => [
    index('applicant_text_words').using('gin', t.words),
    index('applicant_text_blind_words').using('gin', t.blind_words),
    index('applicant_text_unwritten')
      .on(t.user_session_id.desc())
      .where(sql`written <> wanted`),
  ],
)

/** Addresses that unsubscribed from one kind of email. Candidates' addresses are keyed hashes, and erasure doesn't remove them. */
export const unsubscribed = pgTable(
  'unsubscribed',
  {
    email: text('email').notNull(),
    kind: text('kind').$type<'replies-due' | 'trail-head' | 'colleagues' | 'role-updates'>().notNull(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.email, t.kind] })],
)

/** One decision about one applicant; undoing it sets `undone_at` and restores `from_status_id`. */
export const status_change = pgTable(
  'status_change',
  {
    status_change_id: serial('status_change_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    from_status_id: integer('from_status_id')
      .notNull()
      .references(() => application_status.ref_application_status_id),
    to_status_id: integer('to_status_id')
      .notNull()
      .references(() => application_status.ref_application_status_id),
    /** Whether the applicant had been emailed about the status they were in before. */
    from_emailed: boolean('from_emailed').notNull().default(false),
    changed_by: integer('changed_by').references(() => staff_account.staff_account_id),
    changed_at: instant('changed_at')
      .notNull()
      .default(sql`now()`),
    undo_until: instant('undo_until'),
    undone_by: integer('undone_by').references(() => staff_account.staff_account_id),
    undone_at: instant('undone_at'),
    /** The candidate's reason for withdrawing, or the staff member's reason for a decision, in their own words. */
    reason: text('reason'),
    /** The red flags and feedback that a decision was based on. */
    red_flag_ids: integer('red_flag_ids')
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    feedback_ids: integer('feedback_ids')
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    read_versions: readVersions(),
  },
  (t) => [
    index('status_change_session').on(t.user_session_id, t.changed_at),
    index('status_change_at').on(t.changed_at),
    // Finds the previous change in one step for the home page's time per status, however many changes there are.
    index('status_change_order')
      .on(t.user_session_id, t.status_change_id)
      .where(sql`undone_at is null`),
  ],
)

export const email_template = pgTable(
  'email_template',
  {
    ref_email_base_id: serial('ref_email_base_id').primaryKey(),
    email_name: text('email_name').notNull().unique(),
    purpose: text('purpose').$type<Purpose>().notNull().default('other'),
    email_desc: text('email_desc').notNull().default(''),
    email_subject: text('email_subject').notNull().default(''),
    email_base_html: text('email_base_html').notNull(),
    disabled_flag: boolean('disabled_flag').notNull().default(false),
    /** The statuses this email is meant for; sending it in any other requires confirmation. */
    fits_status_ids: integer('fits_status_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    version: version(),
    modified_at: modifiedAt(),
    modified_by: modifiedBy(),
  },
  (t) => [
    check('email_template_named', sql`btrim(${t.email_name}) <> ''`),
    uniqueIndex('email_template_once_per_purpose')
      .on(t.purpose)
      .where(sql`purpose <> 'other'`),
  ],
)

/** Previous versions of each template. */
export const email_template_version = pgTable(
  'email_template_version',
  {
    ref_email_base_id: integer('ref_email_base_id')
      .notNull()
      .references(() => email_template.ref_email_base_id),
    version: integer('version').notNull(),
    email_name: text('email_name').notNull(),
    email_desc: text('email_desc').notNull(),
    email_subject: text('email_subject').notNull(),
    email_base_html: text('email_base_html').notNull(),
    modified_at: modifiedAt(),
    modified_by: modifiedBy(),
  },
  (t) => [primaryKey({ columns: [t.ref_email_base_id, t.version] })],
)

export const email_outbox = pgTable(
  'email_outbox',
  {
    email_id: serial('email_id').primaryKey(),
    purpose: text('purpose').$type<OutboxPurpose>().notNull(),
    user_session_id: integer('user_session_id').references(() => user_session.user_session_id),
    status_change_id: integer('status_change_id').references(() => status_change.status_change_id),
    ref_application_status_id: integer('ref_application_status_id').references(() => application_status.ref_application_status_id),
    /** The template's name, ID and purpose when the email was queued, kept even if the template is deleted. Null without a template. */
    template_name: text('template_name'),
    ref_email_base_id: integer('ref_email_base_id'),
    template_purpose: text('template_purpose').$type<Purpose>(),
    /** Stays the same for every attempt, so a mail server can drop duplicates. */
    message_id: text('message_id').notNull().unique(),
    to_address: text('to_address').notNull(),
    to_name: text('to_name').notNull().default(''),
    /** The sender edited the template's text for this email. */
    is_reworded: boolean('is_reworded').notNull().default(false),
    /** Null if replies go to the sender. */
    reply_to: text('reply_to'),
    /** URL for one-click unsubscribe (RFC 8058); null if the email is about the reader's own application or sign-in. */
    unsubscribe_url: text('unsubscribe_url'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** An iCalendar object (RFC 5545) and its iTIP method (RFC 5546), sent along as an invitation. */
    calendar: text('calendar'),
    calendar_method: text('calendar_method').$type<'REQUEST' | 'CANCEL'>(),
    state: text('state').$type<'queued' | 'sent' | 'failed' | 'withdrawn'>().notNull().default('queued'),
    send_after: instant('send_after')
      .notNull()
      .default(sql`now()`),
    /** When it was first due. A failed attempt changes `send_after` but never this, so the real delay can be measured. */
    due_since: instant('due_since')
      .notNull()
      .default(sql`now()`),
    leased_until: instant('leased_until'),
    tries: integer('tries').notNull().default(0),
    /** When to stop retrying: an email that hasn't been delivered by then has failed. */
    give_up_at: instant('give_up_at')
      .notNull()
      .default(sql`now() + interval '24 hours'`),
    last_error: text('last_error'),
    /** When the email bounced because the address doesn't exist, or was reported as spam. Nothing is sent to the address until a person allows it. */
    dead_since: instant('dead_since'),
    /** How many times a server received the whole email but never confirmed it. */
    doubts: integer('doubts').notNull().default(0),
    created_at: createdAt(),
    created_by: integer('created_by').references(() => staff_account.staff_account_id),
    sent_at: instant('sent_at'),
    read_versions: readVersions(),
    /** When the text was deleted, after MAIL_RETENTION_DAYS; the subject, recipient and outcome are kept. */
    body_deleted_at: instant('body_deleted_at'),
  },
  (t) => [
    check('email_outbox_state', sql`${t.state} in ('queued', 'sent', 'failed', 'withdrawn')`),
    index('email_outbox_due')
      .on(t.send_after)
      .where(sql`state = 'queued'`),
    index('email_outbox_waiting')
      .on(t.due_since)
      .where(sql`state = 'queued'`),
    index('email_outbox_body')
      .on(t.created_at)
      .where(sql`state <> 'queued' and body_deleted_at is null`),
    index('email_outbox_dead')
      .on(sql`lower(${t.to_address})`)
      .where(sql`dead_since is not null`),
    index('email_outbox_session').on(t.user_session_id),
    index('email_outbox_draft')
      .on(sql`lower(${t.to_address})`)
      .where(sql`user_session_id is null and purpose = 'own-page'`),
    index('email_outbox_decision').on(t.status_change_id),
    index('email_outbox_failed')
      .on(t.user_session_id)
      .where(sql`state = 'failed'`),
    uniqueIndex('email_outbox_once_per_decision')
      .on(t.user_session_id, t.ref_email_base_id, t.ref_application_status_id, sql`coalesce(status_change_id, 0)`)
      .where(sql`purpose = 'candidate' and state <> 'withdrawn'`),
    uniqueIndex('email_outbox_one_confirmation')
      .on(t.user_session_id)
      .where(sql`purpose = 'confirmation'`),
  ],
)

export const interview_type = pgTable(
  'interview_type',
  {
    ref_interview_id: serial('ref_interview_id').primaryKey(),
    interview_name: text('interview_name').notNull().unique(),
    interview_desc: text('interview_desc').notNull().default(''),
    sees_answers: text('sees_answers').$type<AnswersVisibility>().notNull().default('always'),
    sees_resume: text('sees_resume').$type<ResumeVisibility>().notNull().default('with-answers'),
    where: jsonb('where').$type<InterviewLocation>().notNull().default({ kind: 'video', text: null }),
    candidate_text: text('candidate_text').notNull().default(''),
    version: version(),
    modified_at: modifiedAt(),
    modified_by: modifiedBy(),
  },
  (t) => [check('interview_type_named', sql`btrim(${t.interview_name}) <> ''`)],
)

/** Pictures on the careers site, re-encoded on upload and never changed afterward. */
export const brand_picture = pgTable(
  'brand_picture',
  {
    picture_key: text('picture_key').primaryKey(),
    kind: text('kind').$type<PictureKind>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    created_at: createdAt(),
    created_by: integer('created_by').references(() => staff_account.staff_account_id),
  },
  (t) => [check('brand_picture_kind', sql`${t.kind} in ('logo', 'hero')`)],
)

/** One size and format of a picture. */
export const brand_rendition = pgTable(
  'brand_rendition',
  {
    picture_key: text('picture_key')
      .notNull()
      .references(() => brand_picture.picture_key, { onDelete: 'cascade' }),
    width: integer('width').notNull(),
    format: text('format').$type<PictureFormat>().notNull(),
    content_base64: text('content_base64').notNull(),
  },
  (t) => [primaryKey({ columns: [t.picture_key, t.width, t.format] })],
)

/** The careers site's look and wording. Has no row until an owner changes something, and never more than one. */
export const brand = pgTable(
  'brand',
  {
    brand_id: integer('brand_id').primaryKey().default(1),
    accent: text('accent').notNull(),
    headline: text('headline').notNull(),
    lead: text('lead').notNull(),
    intro: text('intro').notNull(),
    facts: jsonb('facts').$type<string[]>().notNull(),
    benefits: jsonb('benefits').$type<Benefit[]>().notNull(),
    contact_email: text('contact_email').notNull(),
    eeo_statement: text('eeo_statement').notNull(),
    accommodation_statement: text('accommodation_statement').notNull(),
    hero_alt: text('hero_alt').notNull(),
    hero_focus_x: integer('hero_focus_x').notNull(),
    hero_focus_y: integer('hero_focus_y').notNull(),
    logo_key: text('logo_key').references(() => brand_picture.picture_key),
    dark_logo_key: text('dark_logo_key').references(() => brand_picture.picture_key),
    hero_key: text('hero_key').references(() => brand_picture.picture_key),
    version: version(),
    modified_at: modifiedAt(),
    modified_by: modifiedBy(),
  },
  (t) => [check('brand_once', sql`${t.brand_id} = 1`)],
)

export const interviewer = pgTable('interviewer', {
  ref_interviewer_id: serial('ref_interviewer_id').primaryKey(),
  interviewer_name: text('interviewer_name').notNull(),
  /** Lowercase, so different spellings are the same person. */
  interviewer_email: text('interviewer_email').notNull().unique(),
  interviewer_bio: text('interviewer_bio').notNull().default(''),
  version: version(),
  modified_at: modifiedAt(),
  modified_by: modifiedBy(),
})

/** When an interviewer can be booked; without a row, the contract's default hours apply. */
export const interviewer_calendar = pgTable('interviewer_calendar', {
  ref_interviewer_id: integer('ref_interviewer_id')
    .primaryKey()
    .references(() => interviewer.ref_interviewer_id),
  time_zone: text('time_zone').notNull(),
  weekly_hours: jsonb('weekly_hours').$type<WorkingHours[]>().notNull(),
  days_off: text('days_off').array().notNull(),
  daily_maximum: integer('daily_maximum').notNull(),
  modified_at: modifiedAt(),
})

/** How a candidate's interviews are scheduled, and the candidate's message if no time worked for them. */
export const interview_plan = pgTable('interview_plan', {
  interview_plan_id: serial('interview_plan_id').primaryKey(),
  user_session_id: integer('user_session_id')
    .notNull()
    .unique()
    .references(() => user_session.user_session_id),
  working_days: integer('working_days').notNull().default(10),
  one_day: boolean('one_day').notNull().default(false),
  buffer_minutes: integer('buffer_minutes').notNull().default(15),
  /** The most interviews an interviewer can have on one day, including this one; null if only their own maximum applies. */
  daily_maximum: integer('daily_maximum'),
  /** The candidate's time zone, known once they've been shown times in it. */
  time_zone: text('time_zone'),
  preferences: text('preferences'),
  preferences_at: instant('preferences_at'),
  /** The staff's reply to these preferences. */
  preferences_answer: text('preferences_answer'),
  preferences_answered_at: instant('preferences_answered_at'),
  /** When the email that follows the last interview was queued; it's sent only once. */
  next_steps_sent_at: instant('next_steps_sent_at'),
  /** Like other versions, but 0 until staff save, because the candidate's preferences may arrive first. */
  version: integer('version').notNull().default(0),
  created_at: createdAt(),
  modified_at: modifiedAt(),
  modified_by: modifiedBy(),
})

export const interview_plan_part = pgTable(
  'interview_plan_part',
  {
    interview_plan_part_id: serial('interview_plan_part_id').primaryKey(),
    interview_plan_id: integer('interview_plan_id')
      .notNull()
      .references(() => interview_plan.interview_plan_id),
    ref_interview_id: integer('ref_interview_id')
      .notNull()
      .references(() => interview_type.ref_interview_id),
    /** Position in the plan, starting at 0. */
    position: integer('position').notNull().default(0),
    minutes: integer('minutes').notNull().default(45),
    interviewer_ids: integer('interviewer_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** How many interviewers take part at the same time. */
    interviewer_count: integer('interviewer_count').notNull().default(1),
    /** Overrides the interview's location; null leaves it unchanged. */
    where: jsonb('where').$type<InterviewLocation>(),
    candidate_text: text('candidate_text'),
  },
  (t) => [unique('interview_plan_part_once').on(t.interview_plan_id, t.ref_interview_id)],
)

/** The plan that a role's candidates have until someone changes theirs. */
export const role_plan = pgTable('role_plan', {
  ref_function_role_id: integer('ref_function_role_id')
    .primaryKey()
    .references(() => function_role.ref_function_role_id),
  working_days: integer('working_days').notNull(),
  one_day: boolean('one_day').notNull(),
  buffer_minutes: integer('buffer_minutes').notNull(),
  daily_maximum: integer('daily_maximum'),
  /** `json` rather than `jsonb`: it keeps the order of keys, which is used to detect changes. */
  parts: json('parts').$type<PlanPart[]>().notNull(),
})

/** A time slot of one interviewer for one candidate. An exclusion constraint, written by hand in its migration, prevents overlaps. */
export const interview_booking = pgTable(
  'interview_booking',
  {
    interview_booking_id: serial('interview_booking_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    ref_interview_id: integer('ref_interview_id')
      .notNull()
      .references(() => interview_type.ref_interview_id),
    ref_interviewer_id: integer('ref_interviewer_id')
      .notNull()
      .references(() => interviewer.ref_interviewer_id),
    starts_at: instant('starts_at').notNull(),
    ends_at: instant('ends_at').notNull(),
    /** How long to keep the interviewer free after `ends_at`. */
    buffer_minutes: integer('buffer_minutes').notNull().default(0),
    state: text('state').$type<BookingState>().notNull().default('held'),
    /** When a hold expires; after that, it doesn't block anyone. */
    held_until: instant('held_until'),
    /** The booked slot that this hold replaces once it's confirmed. */
    replaces_id: integer('replaces_id'),
    /** The first interviewer's slot, if others interview at the same time; null for that slot itself. */
    beside_id: integer('beside_id').references((): AnyPgColumn => interview_booking.interview_booking_id, { onDelete: 'cascade' }),
    /** iCalendar UID and SEQUENCE, which stay with one event from its first invitation to its end. */
    uid: text('uid').notNull(),
    sequence: integer('sequence').notNull().default(0),
    /** The event's ID in the calendar service; null if there's no service or the event hasn't been created yet. */
    calendar_id: text('calendar_id'),
    join_url: text('join_url'),
    /** True if the calendar service hasn't received the last change yet. */
    calendar_due: boolean('calendar_due').notNull().default(false),
    /** Attempts since the service was last up to date. The next one happens when the lease expires. */
    calendar_tries: integer('calendar_tries').notNull().default(0),
    calendar_leased_until: instant('calendar_leased_until'),
    booked_at: instant('booked_at'),
    canceled_at: instant('canceled_at'),
    /** Interviewers who declined this time: it isn't offered to them again. */
    declined_by: integer('declined_by')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The interviewer the candidate still expects while a stand-in hasn't accepted; null for the interviewer of this slot. */
    stands_in_for: integer('stands_in_for'),
    /** The emails about the last change, which can be undone while they're pending. */
    email_ids: integer('email_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** What to restore if the last change is undone. */
    before_change: jsonb('before_change').$type<{
      state: BookingState
      ref_interviewer_id: number
      starts_at: string
      ends_at: string
      sequence: number
      interviewer_answer: InterviewerAnswer | null
      interviewer_answered_at: string | null
      proposed_at?: string | null
      marked_as?: BookingMark | null
      marked_at?: string | null
      declined_by?: number[]
      stands_in_for?: number | null
      /** The location that both sides were last given. */
      where?: InterviewLocation
      by: 'candidate' | 'staff'
    }>(),
    /** Applies to the current time only; moving the interview clears it. */
    interviewer_answer: text('interviewer_answer').$type<InterviewerAnswer>(),
    interviewer_answered_at: instant('interviewer_answered_at'),
    /** The start time the interviewer proposed instead; null unless that's their answer. */
    proposed_at: instant('proposed_at'),
    /** How it went, if the interviewer marked it. Applies to the current time only; candidates don't see it. */
    marked_as: text('marked_as').$type<BookingMark>(),
    marked_at: instant('marked_at'),
    reminded_at: instant('reminded_at'),
    feedback_reminders: integer('feedback_reminders').notNull().default(0),
    feedback_reminded_at: instant('feedback_reminded_at'),
    created_at: createdAt(),
  },
  (t) => [
    check('interview_booking_state', sql`${t.state} in ('held', 'booked', 'canceled')`),
    check('interview_booking_mark', sql`${t.marked_as} in ('no-show', 'overran')`),
    index('interview_booking_session').on(t.user_session_id),
    index('interview_booking_interviewer').on(t.ref_interviewer_id, t.starts_at),
    index('interview_booking_starts').on(t.starts_at),
    uniqueIndex('interview_booking_one_of_each')
      .on(t.user_session_id, t.ref_interview_id, t.state)
      .where(sql`state <> 'canceled' and beside_id is null`),
    index('interview_booking_beside')
      .on(t.beside_id)
      .where(sql`beside_id is not null`),
  ],
)

export const interviewer_feedback_question = pgTable(
  'interviewer_feedback_question',
  {
    if_interviewer_role_feedback_question_id: serial('if_interviewer_role_feedback_question_id').primaryKey(),
    ref_interview_role_id: integer('ref_interview_role_id')
      .notNull()
      .references(() => interview_type.ref_interview_id),
    interview_feedback_question: text('interview_feedback_question').notNull(),
    sort_order: integer('sort_order').notNull().default(0),
  },
  (t) => [index('interviewer_feedback_question_role').on(t.ref_interview_role_id)],
)

export const interview_header = pgTable(
  'interview_header',
  {
    interview_header_id: serial('interview_header_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    ref_interview_id: integer('ref_interview_id')
      .notNull()
      .references(() => interview_type.ref_interview_id),
    ref_interviewer_id: integer('ref_interviewer_id')
      .notNull()
      .references(() => interviewer.ref_interviewer_id),
    interview_datetime_utc: instant('interview_datetime_utc').notNull(),
    created_at: createdAt(),
    submitted_at: instant('submitted_at'),
    /** When it was edited after submission. */
    edited_at: instant('edited_at'),
    /** Edited after the candidate had left the panel interview stage. */
    late: boolean('late').notNull().default(false),
    /** False if `interview_datetime_utc` is a guess (when writing began) that no one has confirmed. */
    time_confirmed: boolean('time_confirmed').notNull().default(true),
  },
  (t) => [
    unique('interview_header_once').on(t.user_session_id, t.ref_interview_id, t.ref_interviewer_id),
    index('interview_header_interviewer').on(t.ref_interviewer_id),
  ],
)

export const interview_feedback_detail = pgTable(
  'interview_feedback_detail',
  {
    if_interview_feedback_detail_id: serial('if_interview_feedback_detail_id').primaryKey(),
    if_interview_header_id: integer('if_interview_header_id')
      .notNull()
      .references(() => interview_header.interview_header_id),
    if_interviewer_role_feedback_question_id: integer('if_interviewer_role_feedback_question_id').notNull(),
    interviewer_feedback: text('interviewer_feedback').notNull().default(''),
    row_created_user_id: integer('row_created_user_id').notNull(),
    modified_at: modifiedAt(),
  },
  (t) => [
    unique('interview_feedback_detail_once').on(t.if_interview_header_id, t.if_interviewer_role_feedback_question_id),
    // PostgreSQL's generated name would exceed its limit of 63 characters.
    foreignKey({
      name: 'interview_feedback_detail_question',
      columns: [t.if_interviewer_role_feedback_question_id],
      foreignColumns: [interviewer_feedback_question.if_interviewer_role_feedback_question_id],
    }),
  ],
)

export const red_flag = pgTable('red_flag', {
  fgl_ref_red_flag_id: serial('fgl_ref_red_flag_id').primaryKey(),
  red_flag_desc: text('red_flag_desc').notNull().unique(),
  /** Words the evidence finder looks for in addition to those in the description. */
  signal_words: text('signal_words')
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  sort_order: integer('sort_order').notNull().default(0),
  version: version(),
  modified_at: modifiedAt(),
  modified_by: modifiedBy(),
})

/** A feedback sentence that staff marked as an example of a red flag, of its opposite, or of neither. */
export const red_flag_mark = pgTable(
  'red_flag_mark',
  {
    red_flag_mark_id: serial('red_flag_mark_id').primaryKey(),
    fgl_ref_red_flag_id: integer('fgl_ref_red_flag_id')
      .notNull()
      .references(() => red_flag.fgl_ref_red_flag_id),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    if_interview_feedback_detail_id: integer('if_interview_feedback_detail_id').notNull(),
    /** The full sentence at the time it was marked. */
    quote: text('quote').notNull(),
    stance: text('stance').$type<'for' | 'against' | 'unclear' | 'none'>().notNull().default('unclear'),
    marked_at: instant('marked_at')
      .notNull()
      .default(sql`now()`),
    marked_by: integer('marked_by')
      .notNull()
      .references(() => staff_account.staff_account_id),
  },
  (t) => [
    // PostgreSQL's generated name would exceed its limit of 63 characters.
    foreignKey({
      name: 'red_flag_mark_feedback',
      columns: [t.if_interview_feedback_detail_id],
      foreignColumns: [interview_feedback_detail.if_interview_feedback_detail_id],
    }),
    uniqueIndex('red_flag_mark_once').on(t.fgl_ref_red_flag_id, t.if_interview_feedback_detail_id, sql`md5(${t.quote})`),
    index('red_flag_mark_applicant').on(t.user_session_id),
    check('red_flag_mark_stance', sql`${t.stance} in ('for', 'against', 'unclear', 'none')`),
  ],
)

/** Drafts being generated by any process. If a process dies, its drafts expire at `ends_at`. */
export const rationale_run = pgTable(
  'rationale_run',
  {
    rationale_run_id: serial('rationale_run_id').primaryKey(),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    fgl_ref_red_flag_id: integer('fgl_ref_red_flag_id')
      .notNull()
      .references(() => red_flag.fgl_ref_red_flag_id),
    ends_at: instant('ends_at').notNull(),
  },
  (t) => [unique('rationale_run_one_a_row').on(t.user_session_id, t.fgl_ref_red_flag_id), index('rationale_run_person').on(t.staff_account_id)],
)

export const hiring_decision_detail = pgTable(
  'hiring_decision_detail',
  {
    fgl_hiring_decision_detail_id: serial('fgl_hiring_decision_detail_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    fgl_ref_red_flag_id: integer('fgl_ref_red_flag_id')
      .notNull()
      .references(() => red_flag.fgl_ref_red_flag_id),
    fgl_absent_flag: boolean('fgl_absent_flag').notNull().default(false),
    fgl_rationale: text('fgl_rationale'),
    row_created_user_id: integer('row_created_user_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    row_modified_user_id: integer('row_modified_user_id').references(() => staff_account.staff_account_id),
    source: text('source').$type<'generated' | 'person'>().notNull().default('person'),
    reviewed: boolean('reviewed').notNull().default(false),
    /** False until someone decides whether the flag is present or absent. */
    decided: boolean('decided').notNull().default(false),
    /** The text mentions a protected characteristic, and its author confirmed that it isn't the reason. */
    meant_otherwise: boolean('meant_otherwise').notNull().default(false),
    /** The generated text, kept next to the version a person edited. */
    generated: jsonb('generated'),
    created_at: createdAt(),
    modified_at: modifiedAt(),
  },
  (t) => [
    unique('hiring_decision_detail_once').on(t.user_session_id, t.fgl_ref_red_flag_id),
    index('hiring_decision_detail_drafts')
      .on(t.user_session_id)
      .where(sql`source = 'generated' and not reviewed`),
    check('hiring_decision_detail_source', sql`${t.source} in ('generated', 'person')`),
  ],
)

/** Every version of an acknowledged text since it was first changed. If there are no rows, the current text is version 1. */
export const text_version = pgTable(
  'text_version',
  {
    text_version_id: serial('text_version_id').primaryKey(),
    kind: text('kind').$type<VersionKind>().notNull(),
    /** The row's key in the table for its kind. */
    of_id: integer('of_id').notNull(),
    version: integer('version').notNull(),
    /** Null for the wording of red flags and questions. */
    user_session_id: integer('user_session_id').references(() => user_session.user_session_id),
    /** The fields as of `written_at`; null if erased or deleted. */
    content: jsonb('content').$type<Record<string, unknown>>(),
    deleted: boolean('deleted').notNull().default(false),
    /** Null for the candidate or the app itself. */
    written_by: integer('written_by').references(() => staff_account.staff_account_id),
    by_candidate: boolean('by_candidate').notNull().default(false),
    written_at: instant('written_at')
      .notNull()
      .default(sql`now()`),
    why: text('why'),
    /** Written after a final decision, which is `after_change_id`. */
    after_decision: boolean('after_decision').notNull().default(false),
    after_change_id: integer('after_change_id').references(() => status_change.status_change_id),
  },
  (t) => [unique('text_version_once').on(t.kind, t.of_id, t.version), index('text_version_session').on(t.user_session_id)],
)

/** Applications whose decision hasn't been sealed yet. */
export const packet_due = pgTable('packet_due', {
  user_session_id: integer('user_session_id')
    .primaryKey()
    .references(() => user_session.user_session_id),
  because: text('because').$type<SealReason>().notNull(),
  status_change_id: integer('status_change_id').references(() => status_change.status_change_id),
  due_at: instant('due_at')
    .notNull()
    .default(sql`now()`),
  tries: integer('tries').notNull().default(0),
})

/** A sealed packet; its ZIP is in file storage. */
export const packet_edition = pgTable(
  'packet_edition',
  {
    packet_edition_id: serial('packet_edition_id').primaryKey(),
    user_session_id: integer('user_session_id')
      .notNull()
      .references(() => user_session.user_session_id),
    edition: integer('edition').notNull(),
    is_blind: boolean('is_blind').notNull(),
    because: text('because').$type<SealReason>().notNull(),
    /** The decision it seals; null if there wasn't one. */
    status_change_id: integer('status_change_id').references(() => status_change.status_change_id),
    /** The hash recorded in the audit trail. */
    manifest_sha256: text('manifest_sha256').notNull(),
    audit_id: bigint('audit_id', { mode: 'number' }).notNull(),
    fingerprint: text('fingerprint').notNull(),
    storage_key: text('storage_key').notNull().unique(),
    file_sha256: text('file_sha256').notNull(),
    size_bytes: integer('size_bytes').notNull(),
    sealed_at: instant('sealed_at').notNull(),
    undone_at: instant('undone_at'),
  },
  (t) => [unique('packet_edition_once').on(t.user_session_id, t.edition, t.is_blind)],
)

/** Ed25519 keys that sign packets. Public keys are kept; private keys are deleted when retired. */
export const signing_key = pgTable(
  'signing_key',
  {
    /** SHA-256 of the public key's 32 bytes, in hex. */
    fingerprint: text('fingerprint').primaryKey(),
    /** Base64url. */
    public_key: text('public_key').notNull(),
    /** Encrypted with the `seals` key of the key set; null once retired. */
    private_key: text('private_key'),
    created_at: createdAt(),
    retired_at: instant('retired_at'),
  },
  () => [
    uniqueIndex('signing_key_one_current')
      .on(sql`(true)`)
      .where(sql`retired_at is null`),
  ],
)

/** Append-only and hash-chained: triggers fill in `previous_hash` and `hash`, and reject updates and deletes. */
export const audit_trail = pgTable(
  'audit_trail',
  {
    audit_id: bigserial('audit_id', { mode: 'number' }).primaryKey(),
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    actor_kind: text('actor_kind').$type<Access | 'candidate' | 'visitor' | 'system'>().notNull(),
    /** The staff account; null if the actor isn't staff. */
    actor_id: integer('actor_id'),
    action: text('action').notNull(),
    subject_kind: text('subject_kind').notNull(),
    subject_id: integer('subject_id'),
    /** Facts without personal data: IDs, statuses, counts, field names. */
    facts: jsonb('facts')
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** Salted SHA-256 over the personal values stored in `audit_personal`, which can be erased without breaking the chain. */
    personal_commitment: text('personal_commitment'),
    /** Prevents guessing the row's digest; null in rows that predate digests. */
    row_salt: text('row_salt'),
    previous_hash: text('previous_hash').notNull().default(''),
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    index('audit_trail_subject').on(t.subject_kind, t.subject_id),
    index('audit_trail_at').on(t.at),
    // Supports searching by prefix, too; without it, a search for a rare action would scan every row.
    index('audit_trail_action').on(t.action.op('text_pattern_ops'), t.audit_id),
    index('audit_trail_actor')
      .on(t.actor_id, t.audit_id)
      .where(sql`actor_id is not null`),
  ],
)

export const audit_personal = pgTable('audit_personal', {
  audit_id: bigint('audit_id', { mode: 'number' }).primaryKey(),
  salt: text('salt').notNull(),
  /** JSON, stored exactly as it was hashed. */
  personal: text('personal').notNull(),
})

/** Kept after the data is gone, so erasures can be repeated if an older backup is restored. */
export const erasure = pgTable('erasure', {
  user_session_id: integer('user_session_id').primaryKey(),
  erased_at: instant('erased_at')
    .notNull()
    .default(sql`now()`),
  reason: text('reason').notNull(),
})

/** A person's own closing lines for emails. */
export const snippet = pgTable(
  'snippet',
  {
    snippet_id: serial('snippet_id').primaryKey(),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    snippet_name: text('snippet_name').notNull(),
    snippet_text: text('snippet_text').notNull(),
  },
  (t) => [unique('snippet_once').on(t.staff_account_id, t.snippet_name)],
)

/** A person's named filters for Applicant Review. */
export const saved_view = pgTable(
  'saved_view',
  {
    saved_view_id: serial('saved_view_id').primaryKey(),
    staff_account_id: integer('staff_account_id')
      .notNull()
      .references(() => staff_account.staff_account_id),
    view_name: text('view_name').notNull(),
    view_path: text('view_path').notNull(),
    is_shared: boolean('is_shared').notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [unique('saved_view_once').on(t.staff_account_id, t.view_name)],
)
