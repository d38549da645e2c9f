-- Made by `npm run db:snapshot` from the first 89 migrations, 6995e8f51e0bf382298b6a8cbbe73a74bbf56ce19424076f7bbed8767ecaf86c.
CREATE OR REPLACE FUNCTION public.audit_trail_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last record;
  digest text;
begin
  if new.action = 'audit.signed-from' then
    raise exception 'only a migration says what was erased before erasures were signed' using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(7266001);
  select audit_id, hash into last from audit_trail order by audit_id desc limit 1;
  new.audit_id := coalesce(last.audit_id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last.hash, '');
  new.row_salt := replace(gen_random_uuid()::text, '-', '');
  digest := encode(sha256(convert_to(concat_ws('|',
    new.row_salt,
    new.audit_id,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    new.actor_kind,
    coalesce(new.actor_id::text, ''),
    new.action,
    new.subject_kind,
    coalesce(new.subject_id::text, ''),
    new.facts::text,
    coalesce(new.personal_commitment, '')
  ), 'UTF8')), 'hex');
  new.hash := encode(sha256(convert_to(concat_ws('|', digest, new.previous_hash), 'UTF8')), 'hex');
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION public.audit_trail_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$function$;
CREATE OR REPLACE FUNCTION public.audit_trail_hurry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('idle_in_transaction_session_timeout') <> '0' then
    perform set_config('idle_in_transaction_session_timeout', '2s', true);
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION public.license_verification_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' or exists (select from license where license_id = old.license_id) then
    raise exception 'license checks are append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION public.license_document_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' or exists (select from license_verification where license_verification_id = old.license_verification_id) then
    raise exception 'license checks are append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;
create table application_question (
  ref_question_id serial,
  question_name text not null,
  question_text text not null,
  question_type text not null,
  question_placeholder text default ''::text not null,
  required_flag boolean default false not null,
  disabled_flag boolean default false not null,
  max_words integer default 300 not null,
  sort_order integer default 0 not null,
  all_roles_flag boolean default true not null,
  version integer default 1 not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  constraint application_question_text CHECK ((btrim(question_text) <> ''::text)),
  constraint application_question_words CHECK (((max_words >= 1) AND (max_words <= 4000))),
  constraint application_question_pkey PRIMARY KEY (ref_question_id),
  constraint application_question_question_name_unique UNIQUE (question_name)
);
create table application_status (
  ref_application_status_id integer not null,
  application_status text not null,
  application_status_description text not null,
  constraint application_status_pkey PRIMARY KEY (ref_application_status_id),
  constraint application_status_application_status_unique UNIQUE (application_status)
);
create table audit_personal (
  audit_id bigint not null,
  salt text not null,
  personal text not null,
  constraint audit_personal_pkey PRIMARY KEY (audit_id)
);
create table audit_trail (
  audit_id bigserial,
  at timestamp with time zone default clock_timestamp() not null,
  actor_kind text not null,
  actor_id integer,
  action text not null,
  subject_kind text not null,
  subject_id integer,
  facts jsonb default '{}'::jsonb not null,
  personal_commitment text,
  previous_hash text default ''::text not null,
  hash text default ''::text not null,
  row_salt text,
  constraint audit_trail_pkey PRIMARY KEY (audit_id)
);
create table auth_session (
  token_hash text not null,
  staff_account_id integer not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  auth_session_id serial,
  sign_in_method text default 'code'::text not null,
  browser text default ''::text not null,
  confirmed_at timestamp with time zone,
  sso_sid text,
  proved_at timestamp with time zone,
  constraint auth_session_pkey PRIMARY KEY (token_hash),
  constraint auth_session_auth_session_id_unique UNIQUE (auth_session_id)
);
create table email_outbox (
  email_id serial,
  purpose text not null,
  user_session_id integer,
  status_change_id integer,
  ref_application_status_id integer,
  template_name text,
  message_id text not null,
  to_address text not null,
  to_name text default ''::text not null,
  subject text not null,
  html text not null,
  text text not null,
  state text default 'queued'::text not null,
  send_after timestamp with time zone default now() not null,
  leased_until timestamp with time zone,
  tries integer default 0 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  created_by integer,
  sent_at timestamp with time zone,
  give_up_at timestamp with time zone default (now() + '24:00:00'::interval) not null,
  due_since timestamp with time zone default now() not null,
  body_deleted_at timestamp with time zone,
  reply_to text,
  unsubscribe_url text,
  calendar text,
  calendar_method text,
  doubts integer default 0 not null,
  read_versions jsonb default '{}'::jsonb not null,
  is_reworded boolean default false not null,
  dead_since timestamp with time zone,
  ref_email_base_id integer,
  template_purpose text,
  constraint email_outbox_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'withdrawn'::text]))),
  constraint email_outbox_pkey PRIMARY KEY (email_id),
  constraint email_outbox_message_id_unique UNIQUE (message_id)
);
create table email_template (
  ref_email_base_id serial,
  email_name text not null,
  email_desc text default ''::text not null,
  email_subject text default ''::text not null,
  email_base_html text not null,
  disabled_flag boolean default false not null,
  version integer default 1 not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  fits_status_ids integer[] default '{}'::integer[] not null,
  purpose text default 'other'::text not null,
  constraint email_template_named CHECK ((btrim(email_name) <> ''::text)),
  constraint email_template_pkey PRIMARY KEY (ref_email_base_id),
  constraint email_template_email_name_unique UNIQUE (email_name)
);
create table email_template_version (
  ref_email_base_id integer not null,
  version integer not null,
  email_name text not null,
  email_desc text not null,
  email_subject text not null,
  email_base_html text not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  constraint email_template_version_ref_email_base_id_version_pk PRIMARY KEY (ref_email_base_id, version)
);
create table erasure (
  user_session_id integer not null,
  erased_at timestamp with time zone default now() not null,
  reason text not null,
  constraint erasure_pkey PRIMARY KEY (user_session_id)
);
create table function_role (
  ref_function_role_id serial,
  function_role_name text not null,
  function_role_description text default ''::text not null,
  function_role_responsibilities text default ''::text not null,
  function_role_requirements text default ''::text not null,
  disabled_flag boolean default false not null,
  hiring_lead_email text not null,
  hiring_lead_name text not null,
  salary_min numeric(12,2),
  salary_max numeric(12,2),
  salary_currency text default 'USD'::text not null,
  salary_unit text default 'YEAR'::text not null,
  published_at timestamp with time zone default now(),
  closes_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  generated_rationale_flag boolean default true not null,
  department text default ''::text not null,
  specialty text default ''::text not null,
  shift text default ''::text not null,
  license_states text[] default '{}'::text[] not null,
  reply_within_days integer,
  disabled_at timestamp with time zone,
  was_public_flag boolean default false not null,
  paused_at timestamp with time zone,
  openings integer,
  constraint function_role_named CHECK ((btrim(function_role_name) <> ''::text)),
  constraint function_role_pay CHECK (((salary_min IS NULL) OR (salary_max IS NULL) OR (salary_min <= salary_max))),
  constraint function_role_pay_positive CHECK (((COALESCE(salary_min, (0)::numeric) >= (0)::numeric) AND (COALESCE(salary_max, (0)::numeric) >= (0)::numeric))),
  constraint function_role_pay_unit CHECK ((salary_unit = ANY (ARRAY['YEAR'::text, 'HOUR'::text]))),
  constraint function_role_reply_within CHECK ((reply_within_days > 0)),
  constraint function_role_paused CHECK (((paused_at IS NULL) OR was_public_flag)),
  constraint function_role_openings CHECK ((openings > 0)),
  constraint function_role_pkey PRIMARY KEY (ref_function_role_id)
);
create table hiring_decision_detail (
  fgl_hiring_decision_detail_id serial,
  user_session_id integer not null,
  fgl_ref_red_flag_id integer not null,
  fgl_absent_flag boolean default false not null,
  fgl_rationale text,
  row_created_user_id integer not null,
  row_modified_user_id integer,
  source text default 'person'::text not null,
  reviewed boolean default false not null,
  generated jsonb,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  decided boolean default false not null,
  meant_otherwise boolean default false not null,
  constraint hiring_decision_detail_source CHECK ((source = ANY (ARRAY['generated'::text, 'person'::text]))),
  constraint hiring_decision_detail_pkey PRIMARY KEY (fgl_hiring_decision_detail_id),
  constraint hiring_decision_detail_once UNIQUE (user_session_id, fgl_ref_red_flag_id)
);
create table interview_feedback_detail (
  if_interview_feedback_detail_id serial,
  if_interview_header_id integer not null,
  if_interviewer_role_feedback_question_id integer not null,
  interviewer_feedback text default ''::text not null,
  row_created_user_id integer not null,
  modified_at timestamp with time zone default now() not null,
  constraint interview_feedback_detail_pkey PRIMARY KEY (if_interview_feedback_detail_id),
  constraint interview_feedback_detail_once UNIQUE (if_interview_header_id, if_interviewer_role_feedback_question_id)
);
create table interview_header (
  interview_header_id serial,
  user_session_id integer not null,
  ref_interview_id integer not null,
  ref_interviewer_id integer not null,
  interview_datetime_utc timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  submitted_at timestamp with time zone,
  edited_at timestamp with time zone,
  late boolean default false not null,
  time_confirmed boolean default true not null,
  constraint interview_header_pkey PRIMARY KEY (interview_header_id),
  constraint interview_header_once UNIQUE (user_session_id, ref_interview_id, ref_interviewer_id)
);
create table interview_type (
  ref_interview_id serial,
  interview_name text not null,
  interview_desc text default ''::text not null,
  version integer default 1 not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  sees_answers text default 'always'::text not null,
  sees_resume text default 'with-answers'::text not null,
  "where" jsonb default '{"kind": "video", "text": null}'::jsonb not null,
  candidate_text text default ''::text not null,
  constraint interview_type_named CHECK ((btrim(interview_name) <> ''::text)),
  constraint interview_type_pkey PRIMARY KEY (ref_interview_id),
  constraint interview_type_interview_name_unique UNIQUE (interview_name)
);
create table interviewer (
  ref_interviewer_id serial,
  interviewer_name text not null,
  interviewer_email text not null,
  interviewer_bio text default ''::text not null,
  version integer default 1 not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  constraint interviewer_pkey PRIMARY KEY (ref_interviewer_id),
  constraint interviewer_interviewer_email_unique UNIQUE (interviewer_email)
);
create table interviewer_feedback_question (
  if_interviewer_role_feedback_question_id serial,
  ref_interview_role_id integer not null,
  interview_feedback_question text not null,
  sort_order integer default 0 not null,
  constraint interviewer_feedback_question_pkey PRIMARY KEY (if_interviewer_role_feedback_question_id)
);
create table question_answer_choice (
  ref_question_answer_id serial,
  ref_question_id integer not null,
  answer_text text not null,
  sort_order integer default 0 not null,
  constraint question_answer_choice_pkey PRIMARY KEY (ref_question_answer_id),
  constraint question_answer_choice_once UNIQUE (ref_question_id, answer_text)
);
create table question_role (
  ref_question_id integer not null,
  ref_function_role_id integer not null,
  asked_flag boolean default true,
  required_flag boolean,
  sort_order integer,
  constraint question_role_ref_question_id_ref_function_role_id_pk PRIMARY KEY (ref_question_id, ref_function_role_id)
);
create table rate_limit (
  key text not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);
create table red_flag (
  fgl_ref_red_flag_id serial,
  red_flag_desc text not null,
  signal_words text[] default '{}'::text[] not null,
  sort_order integer default 0 not null,
  version integer default 1 not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  constraint red_flag_pkey PRIMARY KEY (fgl_ref_red_flag_id),
  constraint red_flag_red_flag_desc_unique UNIQUE (red_flag_desc)
);
create table resume (
  resume_id serial,
  user_session_id integer not null,
  storage_key text not null,
  sha256 text not null,
  size_bytes integer not null,
  uploaded_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  stored_at timestamp with time zone default now(),
  constraint resume_pkey PRIMARY KEY (resume_id),
  constraint resume_storage_key_unique UNIQUE (storage_key)
);
create table saved_view (
  saved_view_id serial,
  staff_account_id integer not null,
  view_name text not null,
  view_path text not null,
  created_at timestamp with time zone default now() not null,
  is_shared boolean default false not null,
  constraint saved_view_pkey PRIMARY KEY (saved_view_id),
  constraint saved_view_once UNIQUE (staff_account_id, view_name)
);
create table server_key (
  purpose text not null,
  key text not null,
  created_at timestamp with time zone default now() not null,
  constraint server_key_pkey PRIMARY KEY (purpose)
);
create table sign_in_code (
  sign_in_code_id serial,
  email text not null,
  code_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  wrong_tries integer default 0 not null,
  spent_at timestamp with time zone,
  constraint sign_in_code_pkey PRIMARY KEY (sign_in_code_id)
);
create table staff_account (
  staff_account_id serial,
  email text not null,
  created_at timestamp with time zone default now() not null,
  last_visit_at timestamp with time zone,
  given_role text,
  may_decide_flag boolean default false not null,
  suspended_at timestamp with time zone,
  version integer default 1 not null,
  role_from_group_flag boolean default false not null,
  sso_subject text,
  owner_flag boolean default false not null,
  constraint staff_account_pkey PRIMARY KEY (staff_account_id),
  constraint staff_account_email_unique UNIQUE (email),
  constraint staff_account_sso_subject_unique UNIQUE (sso_subject)
);
create table status_change (
  status_change_id serial,
  user_session_id integer not null,
  from_status_id integer not null,
  to_status_id integer not null,
  from_emailed boolean default false not null,
  changed_by integer,
  changed_at timestamp with time zone default now() not null,
  undo_until timestamp with time zone,
  undone_by integer,
  undone_at timestamp with time zone,
  reason text,
  red_flag_ids integer[] default '{}'::integer[] not null,
  feedback_ids integer[] default '{}'::integer[] not null,
  read_versions jsonb default '{}'::jsonb not null,
  constraint status_change_pkey PRIMARY KEY (status_change_id)
);
create table user_session (
  user_session_id serial,
  ref_function_role_id integer not null,
  ref_application_status_id integer default 1 not null,
  alias text generated always as ((('Applicant '::text || upper(lpad(to_hex((((user_session_id)::bigint * 40503) % (65536)::bigint)), 4, '0'::text))) ||
CASE
    WHEN (user_session_id < 65536) THEN ''::text
    ELSE ('-'::text || ((user_session_id / 65536))::text)
END)) stored not null,
  capability_hash text not null,
  device_info text default ''::text not null,
  suspected_bot boolean default false not null,
  created_at timestamp with time zone default now() not null,
  application_submitted_datetime_utc timestamp with time zone,
  submitted_hash text,
  first_name text,
  last_name text,
  email text,
  linkedin_profile_url text,
  email_key text,
  linkedin_key text,
  name_key text,
  has_emailed_application_status boolean default false not null,
  version integer default 1 not null,
  status_changed_at timestamp with time zone default now() not null,
  last_action_at timestamp with time zone default now() not null,
  legal_hold_reason text,
  restricted_at timestamp with time zone,
  restricted_reason text,
  erased_at timestamp with time zone,
  rationale_opt_out_flag boolean default false not null,
  reply_within_days integer default 14 not null,
  reply_due_at timestamp with time zone,
  reply_extensions integer default 0 not null,
  reference text default (((((((substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) || substr('CDFGHJKMPQRTVWXY2346789'::text, (1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 23)), 1)) not null,
  via text,
  proved_email_key text,
  wants_updates boolean,
  due_at timestamp with time zone generated always as (COALESCE(reply_due_at, (((application_submitted_datetime_utc AT TIME ZONE 'UTC'::text) + make_interval(days => reply_within_days)) AT TIME ZONE 'UTC'::text))) stored,
  constraint user_session_started_or_submitted CHECK (((ref_application_status_id = 1) = (application_submitted_datetime_utc IS NULL))),
  constraint user_session_pkey PRIMARY KEY (user_session_id),
  constraint user_session_capability_hash_unique UNIQUE (capability_hash),
  constraint user_session_reference_unique UNIQUE (reference)
);
create table user_session_answer (
  user_session_answer_id serial,
  user_session_id integer not null,
  ref_question_id integer not null,
  question_name text not null,
  question_text text not null,
  question_type text not null,
  question_placeholder text not null,
  required_flag boolean not null,
  max_words integer not null,
  sort_order integer not null,
  user_answer_text_box text,
  constraint user_session_answer_pkey PRIMARY KEY (user_session_answer_id),
  constraint user_session_answer_once UNIQUE (user_session_id, ref_question_id)
);
create table rationale_run (
  rationale_run_id serial,
  staff_account_id integer not null,
  user_session_id integer not null,
  fgl_ref_red_flag_id integer not null,
  ends_at timestamp with time zone not null,
  constraint rationale_run_pkey PRIMARY KEY (rationale_run_id),
  constraint rationale_run_one_a_row UNIQUE (user_session_id, fgl_ref_red_flag_id)
);
create table known_browser_code (
  email text not null,
  browser text not null,
  code_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  wrong_tries integer default 0 not null,
  spent_at timestamp with time zone,
  constraint known_browser_code_email_browser_pk PRIMARY KEY (email, browser)
);
create table reference_seed (
  kind text not null,
  name text not null,
  shipped_hash text not null,
  seeded_at timestamp with time zone default now() not null,
  constraint reference_seed_kind_name_pk PRIMARY KEY (kind, name)
);
create table staff_scope (
  staff_account_id integer not null,
  ref_function_role_id integer not null,
  part text,
  constraint staff_scope_part CHECK ((part = ANY (ARRAY['recruiter'::text, 'hiring-manager'::text, 'coordinator'::text]))),
  constraint staff_scope_staff_account_id_ref_function_role_id_pk PRIMARY KEY (staff_account_id, ref_function_role_id)
);
create table accommodation_request (
  accommodation_request_id serial,
  user_session_id integer not null,
  message text not null,
  created_at timestamp with time zone default now() not null,
  handled_at timestamp with time zone,
  handled_by integer,
  constraint accommodation_request_pkey PRIMARY KEY (accommodation_request_id)
);
create table address_change (
  token_hash text not null,
  user_session_id integer not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  constraint address_change_pkey PRIMARY KEY (token_hash)
);
create table candidate_access (
  token_hash text not null,
  kind text not null,
  user_session_id integer not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  email_key text not null,
  opens_mailbox boolean default false not null,
  constraint candidate_access_pkey PRIMARY KEY (token_hash)
);
create table erasure_request (
  user_session_id integer not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  constraint erasure_request_pkey PRIMARY KEY (user_session_id)
);
create table application_draft (
  key_hash text not null,
  ref_function_role_id integer not null,
  user_session_id integer,
  email text not null,
  email_key text not null,
  answers jsonb not null,
  created_at timestamp with time zone default now() not null,
  saved_at timestamp with time zone default now() not null,
  other jsonb,
  device text,
  constraint application_draft_pkey PRIMARY KEY (key_hash)
);
create table assignment (
  user_session_id integer not null,
  staff_account_id integer not null,
  assigned_by integer not null,
  assigned_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  constraint assignment_pkey PRIMARY KEY (user_session_id)
);
create table candidate_feedback (
  user_session_id integer not null,
  feedback_text text not null,
  written_by integer not null,
  written_at timestamp with time zone default now() not null,
  reviewed_by integer,
  reviewed_at timestamp with time zone,
  version integer default 1 not null,
  constraint candidate_feedback_pkey PRIMARY KEY (user_session_id)
);
create table note (
  note_id serial,
  user_session_id integer not null,
  note_text text not null,
  written_by integer not null,
  created_at timestamp with time zone default now() not null,
  constraint note_pkey PRIMARY KEY (note_id)
);
create table note_mention (
  note_id integer not null,
  user_session_id integer not null,
  staff_account_id integer not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint note_mention_note_id_staff_account_id_pk PRIMARY KEY (note_id, staff_account_id)
);
create table unsubscribed (
  email text not null,
  kind text not null,
  at timestamp with time zone default now() not null,
  constraint unsubscribed_email_kind_pk PRIMARY KEY (email, kind)
);
create table passkey (
  passkey_id serial,
  staff_account_id integer not null,
  passkey_name text not null,
  credential_id text not null,
  public_key text not null,
  uses bigint not null,
  transports jsonb not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (passkey_id),
  constraint passkey_credential_id_unique UNIQUE (credential_id)
);
create table passkey_challenge (
  challenge text not null,
  purpose text not null,
  staff_account_id integer,
  created_at timestamp with time zone default now() not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge)
);
create table sso_attempt (
  state_hash text not null,
  nonce text not null,
  code_verifier text not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  again_flag boolean default false not null,
  constraint sso_attempt_pkey PRIMARY KEY (state_hash)
);
create table staff_department (
  staff_account_id integer not null,
  department text not null,
  constraint staff_department_staff_account_id_department_pk PRIMARY KEY (staff_account_id, department)
);
create table brand (
  brand_id integer default 1 not null,
  accent text not null,
  headline text not null,
  lead text not null,
  intro text not null,
  facts jsonb not null,
  benefits jsonb not null,
  contact_email text not null,
  eeo_statement text not null,
  accommodation_statement text not null,
  hero_alt text not null,
  hero_focus_x integer not null,
  hero_focus_y integer not null,
  logo_key text,
  hero_key text,
  version integer default 1 not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  dark_logo_key text,
  constraint brand_once CHECK ((brand_id = 1)),
  constraint brand_pkey PRIMARY KEY (brand_id)
);
create table brand_picture (
  picture_key text not null,
  kind text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone default now() not null,
  created_by integer,
  constraint brand_picture_kind CHECK ((kind = ANY (ARRAY['logo'::text, 'hero'::text]))),
  constraint brand_picture_pkey PRIMARY KEY (picture_key)
);
create table brand_rendition (
  picture_key text not null,
  width integer not null,
  format text not null,
  content_base64 text not null,
  constraint brand_rendition_picture_key_width_format_pk PRIMARY KEY (picture_key, width, format)
);
create table red_flag_mark (
  red_flag_mark_id serial,
  fgl_ref_red_flag_id integer not null,
  user_session_id integer not null,
  if_interview_feedback_detail_id integer not null,
  quote text not null,
  stance text default 'unclear'::text not null,
  marked_at timestamp with time zone default now() not null,
  marked_by integer not null,
  constraint red_flag_mark_stance CHECK ((stance = ANY (ARRAY['for'::text, 'against'::text, 'unclear'::text, 'none'::text]))),
  constraint red_flag_mark_pkey PRIMARY KEY (red_flag_mark_id)
);
create table interview_booking (
  interview_booking_id serial,
  user_session_id integer not null,
  ref_interview_id integer not null,
  ref_interviewer_id integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  buffer_minutes integer default 0 not null,
  state text default 'held'::text not null,
  held_until timestamp with time zone,
  replaces_id integer,
  uid text not null,
  sequence integer default 0 not null,
  calendar_id text,
  join_url text,
  booked_at timestamp with time zone,
  canceled_at timestamp with time zone,
  email_ids integer[] default '{}'::integer[] not null,
  before_change jsonb,
  reminded_at timestamp with time zone,
  feedback_reminders integer default 0 not null,
  feedback_reminded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  calendar_due boolean default false not null,
  calendar_tries integer default 0 not null,
  calendar_leased_until timestamp with time zone,
  interviewer_answer text,
  interviewer_answered_at timestamp with time zone,
  declined_by integer[] default '{}'::integer[] not null,
  stands_in_for integer,
  proposed_at timestamp with time zone,
  marked_as text,
  marked_at timestamp with time zone,
  beside_id integer,
  constraint interview_booking_state CHECK ((state = ANY (ARRAY['held'::text, 'booked'::text, 'canceled'::text]))),
  constraint interview_booking_in_order CHECK ((starts_at <= ends_at)),
  constraint interview_booking_mark CHECK ((marked_as = ANY (ARRAY['no-show'::text, 'overran'::text]))),
  constraint interview_booking_pkey PRIMARY KEY (interview_booking_id),
  constraint interview_booking_no_overlap EXCLUDE USING gist (int8range((((ref_interviewer_id)::bigint * '4294967296'::bigint) + (floor((EXTRACT(epoch FROM (starts_at AT TIME ZONE 'UTC'::text)) / (60)::numeric)))::bigint), ((((ref_interviewer_id)::bigint * '4294967296'::bigint) + (ceil((EXTRACT(epoch FROM (ends_at AT TIME ZONE 'UTC'::text)) / (60)::numeric)))::bigint) + buffer_minutes)) WITH &&) WHERE ((state <> 'canceled'::text))
);
create table interview_plan (
  interview_plan_id serial,
  user_session_id integer not null,
  working_days integer default 10 not null,
  one_day boolean default false not null,
  buffer_minutes integer default 15 not null,
  time_zone text,
  preferences text,
  preferences_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  modified_by integer,
  daily_maximum integer,
  preferences_answer text,
  preferences_answered_at timestamp with time zone,
  next_steps_sent_at timestamp with time zone,
  version integer default 0 not null,
  constraint interview_plan_pkey PRIMARY KEY (interview_plan_id),
  constraint interview_plan_user_session_id_unique UNIQUE (user_session_id)
);
create table interview_plan_part (
  interview_plan_part_id serial,
  interview_plan_id integer not null,
  ref_interview_id integer not null,
  minutes integer default 45 not null,
  interviewer_ids integer[] default '{}'::integer[] not null,
  "where" jsonb,
  candidate_text text,
  "position" integer default 0 not null,
  interviewer_count integer default 1 not null,
  constraint interview_plan_part_pkey PRIMARY KEY (interview_plan_part_id),
  constraint interview_plan_part_once UNIQUE (interview_plan_id, ref_interview_id)
);
create table interviewer_calendar (
  ref_interviewer_id integer not null,
  time_zone text not null,
  weekly_hours jsonb not null,
  days_off text[] not null,
  daily_maximum integer not null,
  modified_at timestamp with time zone default now() not null,
  constraint interviewer_calendar_pkey PRIMARY KEY (ref_interviewer_id)
);
create table applicant_text (
  user_session_id integer not null,
  resume_id integer,
  resume_text text default ''::text not null,
  words tsvector default ''::tsvector not null,
  blind_words tsvector default ''::tsvector not null,
  wanted integer default 1 not null,
  written integer default 0 not null,
  leased_until timestamp with time zone,
  constraint applicant_text_pkey PRIMARY KEY (user_session_id)
);
create table compact_change (
  compact_change_id serial,
  place text not null,
  compact text not null,
  standing text not null,
  since date not null,
  until date,
  source text not null,
  seen_on date not null,
  reason text not null,
  added_by integer,
  created_at timestamp with time zone default now() not null,
  constraint compact_change_pkey PRIMARY KEY (compact_change_id)
);
create table exclusion (
  exclusion_id serial,
  excluded_name text not null,
  name_keys text[] not null,
  npi text,
  exclusion_type text not null,
  excluded_on date,
  reinstated_on date,
  constraint exclusion_pkey PRIMARY KEY (exclusion_id)
);
create table exclusion_match (
  exclusion_match_id serial,
  user_session_id integer not null,
  matched_on text not null,
  excluded_name text not null,
  exclusion_type text not null,
  excluded_on date,
  found_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  closed_by integer,
  closed_reason text,
  constraint exclusion_match_pkey PRIMARY KEY (exclusion_match_id)
);
create table license (
  license_id serial,
  user_session_id integer not null,
  place integer not null,
  license_type text not null,
  license_state text not null,
  license_number text,
  is_multistate boolean not null,
  expires_on date,
  is_in_progress boolean not null,
  privileges text[] not null,
  license_authorization text,
  entry integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  reminded_days integer,
  constraint license_pkey PRIMARY KEY (license_id)
);
create table license_holder (
  user_session_id integer not null,
  home_state text,
  npi text,
  given_at timestamp with time zone default now() not null,
  moved_on date,
  constraint license_holder_pkey PRIMARY KEY (user_session_id)
);
create table license_verification (
  license_verification_id serial,
  license_id integer not null,
  entry integer not null,
  source text not null,
  result text not null,
  checked_on date not null,
  good_until date,
  note text not null,
  checked_by integer,
  created_at timestamp with time zone default now() not null,
  constraint license_verification_pkey PRIMARY KEY (license_verification_id)
);
create table packet_due (
  user_session_id integer not null,
  because text not null,
  status_change_id integer,
  due_at timestamp with time zone default now() not null,
  tries integer default 0 not null,
  constraint packet_due_pkey PRIMARY KEY (user_session_id)
);
create table packet_edition (
  packet_edition_id serial,
  user_session_id integer not null,
  edition integer not null,
  is_blind boolean not null,
  because text not null,
  status_change_id integer,
  manifest_sha256 text not null,
  audit_id bigint not null,
  fingerprint text not null,
  storage_key text not null,
  file_sha256 text not null,
  size_bytes integer not null,
  sealed_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint packet_edition_pkey PRIMARY KEY (packet_edition_id),
  constraint packet_edition_storage_key_unique UNIQUE (storage_key),
  constraint packet_edition_once UNIQUE (user_session_id, edition, is_blind)
);
create table signing_key (
  fingerprint text not null,
  public_key text not null,
  private_key text,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (fingerprint)
);
create table text_version (
  text_version_id serial,
  kind text not null,
  of_id integer not null,
  version integer not null,
  user_session_id integer,
  content jsonb,
  deleted boolean default false not null,
  written_by integer,
  by_candidate boolean default false not null,
  written_at timestamp with time zone default now() not null,
  why text,
  after_decision boolean default false not null,
  after_change_id integer,
  constraint text_version_pkey PRIMARY KEY (text_version_id),
  constraint text_version_once UNIQUE (kind, of_id, version)
);
create table secret_key (
  fingerprint text not null,
  created_at timestamp with time zone default now() not null,
  signs_from timestamp with time zone not null,
  replaced_at timestamp with time zone,
  kept text,
  kept_with text,
  handed_over text,
  handed_with text,
  constraint secret_key_pkey PRIMARY KEY (fingerprint)
);
create table collected_notice (
  collected_notice_id serial,
  to_address text not null,
  user_session_id integer not null,
  created_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  constraint collected_notice_pkey PRIMARY KEY (collected_notice_id)
);
create table license_document (
  license_verification_id integer not null,
  content_base64 text not null,
  sha256 text not null,
  size_bytes integer not null,
  attached_by integer,
  attached_at timestamp with time zone default now() not null,
  constraint license_document_pkey PRIMARY KEY (license_verification_id)
);
create table role_link (
  role_link_id serial,
  ref_function_role_id integer not null,
  via text not null,
  created_at timestamp with time zone default now() not null,
  created_by integer,
  constraint role_link_via CHECK (((via ~ '^[a-z0-9-]{1,40}$'::text) AND (via <> 'other'::text))),
  constraint role_link_pkey PRIMARY KEY (role_link_id),
  constraint role_link_once UNIQUE (ref_function_role_id, via)
);
create table snippet (
  snippet_id serial,
  staff_account_id integer not null,
  snippet_name text not null,
  snippet_text text not null,
  constraint snippet_pkey PRIMARY KEY (snippet_id),
  constraint snippet_once UNIQUE (staff_account_id, snippet_name)
);
create table role_plan (
  ref_function_role_id integer not null,
  working_days integer not null,
  one_day boolean not null,
  buffer_minutes integer not null,
  daily_maximum integer,
  parts json not null,
  constraint role_plan_pkey PRIMARY KEY (ref_function_role_id)
);
create table role_suggestion (
  role_suggestion_id serial,
  user_session_id integer not null,
  ref_function_role_id integer not null,
  email_id integer not null,
  suggested_by integer not null,
  created_at timestamp with time zone default now() not null,
  answer text,
  answered_at timestamp with time zone,
  new_user_session_id integer,
  is_invitation boolean default false not null,
  constraint role_suggestion_pkey PRIMARY KEY (role_suggestion_id)
);
create table report_mailbox (
  mailbox text not null,
  uid_validity bigint default 0 not null,
  first_uid bigint default 0 not null,
  last_uid bigint default 0 not null,
  next_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint report_mailbox_pkey PRIMARY KEY (mailbox)
);
create table first_run_key (
  key_hash text not null,
  opens text not null,
  auth_session_id integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint first_run_key_pkey PRIMARY KEY (key_hash)
);
create table stored_setting (
  setting_name text not null,
  value text not null,
  modified_at timestamp with time zone default now() not null,
  constraint stored_setting_pkey PRIMARY KEY (setting_name)
);
create table settings_owners (
  "only" boolean default true not null,
  emails text[] not null,
  missing text[] default '{}'::text[] not null,
  missing_since timestamp with time zone,
  constraint settings_owners_only CHECK ("only"),
  constraint settings_owners_pkey PRIMARY KEY ("only")
);
CREATE INDEX audit_trail_subject ON public.audit_trail USING btree (subject_kind, subject_id);
CREATE INDEX audit_trail_at ON public.audit_trail USING btree (at);
CREATE INDEX auth_session_account ON public.auth_session USING btree (staff_account_id);
CREATE INDEX email_outbox_due ON public.email_outbox USING btree (send_after) WHERE (state = 'queued'::text);
CREATE INDEX email_outbox_session ON public.email_outbox USING btree (user_session_id);
CREATE UNIQUE INDEX email_outbox_one_confirmation ON public.email_outbox USING btree (user_session_id) WHERE (purpose = 'confirmation'::text);
CREATE INDEX interview_header_interviewer ON public.interview_header USING btree (ref_interviewer_id);
CREATE INDEX interviewer_feedback_question_role ON public.interviewer_feedback_question USING btree (ref_interview_role_id);
CREATE UNIQUE INDEX resume_one_current ON public.resume USING btree (user_session_id) WHERE (replaced_at IS NULL);
CREATE INDEX resume_session ON public.resume USING btree (user_session_id);
CREATE UNIQUE INDEX sign_in_code_one_live ON public.sign_in_code USING btree (email) WHERE (spent_at IS NULL);
CREATE INDEX sign_in_code_created ON public.sign_in_code USING btree (created_at);
CREATE INDEX status_change_session ON public.status_change USING btree (user_session_id, changed_at);
CREATE INDEX user_session_list ON public.user_session USING btree (ref_function_role_id, application_submitted_datetime_utc DESC NULLS LAST, user_session_id DESC NULLS LAST) WHERE (application_submitted_datetime_utc IS NOT NULL);
CREATE INDEX user_session_list_status ON public.user_session USING btree (ref_application_status_id, application_submitted_datetime_utc DESC NULLS LAST, user_session_id DESC NULLS LAST);
CREATE INDEX user_session_submitted ON public.user_session USING btree (application_submitted_datetime_utc DESC NULLS LAST, user_session_id DESC NULLS LAST) WHERE (application_submitted_datetime_utc IS NOT NULL);
CREATE INDEX user_session_started ON public.user_session USING btree (created_at) WHERE (application_submitted_datetime_utc IS NULL);
CREATE INDEX user_session_email_key ON public.user_session USING btree (email_key);
CREATE INDEX user_session_linkedin_key ON public.user_session USING btree (linkedin_key);
CREATE INDEX user_session_name_key ON public.user_session USING btree (name_key);
CREATE INDEX user_session_last_action ON public.user_session USING btree (last_action_at);
CREATE INDEX user_session_list_role_status ON public.user_session USING btree (ref_function_role_id, ref_application_status_id, application_submitted_datetime_utc DESC NULLS LAST, user_session_id DESC NULLS LAST);
CREATE INDEX email_outbox_decision ON public.email_outbox USING btree (status_change_id);
CREATE INDEX email_outbox_failed ON public.email_outbox USING btree (user_session_id) WHERE (state = 'failed'::text);
CREATE INDEX status_change_at ON public.status_change USING btree (changed_at);
CREATE INDEX user_session_restricted ON public.user_session USING btree (last_action_at) WHERE ((restricted_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX rationale_run_person ON public.rationale_run USING btree (staff_account_id);
CREATE INDEX email_outbox_waiting ON public.email_outbox USING btree (due_since) WHERE (state = 'queued'::text);
CREATE INDEX email_outbox_body ON public.email_outbox USING btree (created_at) WHERE ((state <> 'queued'::text) AND (body_deleted_at IS NULL));
CREATE INDEX known_browser_code_created ON public.known_browser_code USING btree (created_at);
CREATE INDEX resume_reserved ON public.resume USING btree (uploaded_at) WHERE (stored_at IS NULL);
CREATE INDEX accommodation_request_session ON public.accommodation_request USING btree (user_session_id);
CREATE INDEX address_change_session ON public.address_change USING btree (user_session_id);
CREATE INDEX candidate_access_session ON public.candidate_access USING btree (user_session_id);
CREATE INDEX candidate_access_used ON public.candidate_access USING btree (last_used_at);
CREATE INDEX user_session_find_name ON public.user_session USING btree (name_key text_pattern_ops);
CREATE INDEX user_session_find_last_name ON public.user_session USING btree (lower(last_name) text_pattern_ops);
CREATE INDEX user_session_find_email ON public.user_session USING btree (lower(email) text_pattern_ops);
CREATE INDEX user_session_find_alias ON public.user_session USING btree (alias text_pattern_ops);
CREATE INDEX application_draft_email ON public.application_draft USING btree (email_key);
CREATE INDEX application_draft_session ON public.application_draft USING btree (user_session_id);
CREATE INDEX application_draft_saved ON public.application_draft USING btree (saved_at);
CREATE INDEX assignment_colleague ON public.assignment USING btree (staff_account_id, assigned_at);
CREATE INDEX note_session ON public.note USING btree (user_session_id, note_id);
CREATE INDEX note_mention_session ON public.note_mention USING btree (user_session_id);
CREATE INDEX note_mention_waiting ON public.note_mention USING btree (staff_account_id, created_at) WHERE (seen_at IS NULL);
CREATE INDEX passkey_account ON public.passkey USING btree (staff_account_id);
CREATE INDEX passkey_challenge_created ON public.passkey_challenge USING btree (created_at);
CREATE INDEX sso_attempt_created ON public.sso_attempt USING btree (created_at);
CREATE UNIQUE INDEX red_flag_mark_once ON public.red_flag_mark USING btree (fgl_ref_red_flag_id, if_interview_feedback_detail_id, md5(quote));
CREATE INDEX red_flag_mark_applicant ON public.red_flag_mark USING btree (user_session_id);
CREATE INDEX interview_booking_session ON public.interview_booking USING btree (user_session_id);
CREATE INDEX interview_booking_interviewer ON public.interview_booking USING btree (ref_interviewer_id, starts_at);
CREATE INDEX interview_booking_starts ON public.interview_booking USING btree (starts_at);
CREATE INDEX status_change_order ON public.status_change USING btree (user_session_id, status_change_id) WHERE (undone_at IS NULL);
CREATE INDEX hiring_decision_detail_drafts ON public.hiring_decision_detail USING btree (user_session_id) WHERE ((source = 'generated'::text) AND (NOT reviewed));
CREATE INDEX applicant_text_words ON public.applicant_text USING gin (words);
CREATE INDEX applicant_text_blind_words ON public.applicant_text USING gin (blind_words);
CREATE INDEX applicant_text_unwritten ON public.applicant_text USING btree (user_session_id DESC NULLS LAST) WHERE (written <> wanted);
CREATE INDEX user_session_answer_question ON public.user_session_answer USING btree (ref_question_id);
CREATE INDEX user_session_owed ON public.user_session USING btree (ref_function_role_id, ref_application_status_id, has_emailed_application_status) WHERE ((application_submitted_datetime_utc IS NOT NULL) AND (restricted_at IS NULL) AND (erased_at IS NULL));
CREATE INDEX candidate_access_mailbox ON public.candidate_access USING btree (email_key);
CREATE INDEX exclusion_name ON public.exclusion USING gin (name_keys);
CREATE INDEX exclusion_npi ON public.exclusion USING btree (npi);
CREATE INDEX license_session ON public.license USING btree (user_session_id);
CREATE INDEX license_expires ON public.license USING btree (expires_on);
CREATE INDEX license_verification_license ON public.license_verification USING btree (license_id);
CREATE UNIQUE INDEX signing_key_one_current ON public.signing_key USING btree ((true)) WHERE (retired_at IS NULL);
CREATE INDEX text_version_session ON public.text_version USING btree (user_session_id);
CREATE INDEX collected_notice_session ON public.collected_notice USING btree (user_session_id);
CREATE INDEX collected_notice_to ON public.collected_notice USING btree (to_address);
CREATE INDEX email_outbox_draft ON public.email_outbox USING btree (lower(to_address)) WHERE ((user_session_id IS NULL) AND (purpose = 'own-page'::text));
CREATE UNIQUE INDEX exclusion_match_of ON public.exclusion_match USING btree (user_session_id, matched_on, excluded_name, exclusion_type, COALESCE(excluded_on, '-infinity'::date));
CREATE INDEX user_session_find_end ON public.user_session USING btree (reverse(name_key) text_pattern_ops);
CREATE INDEX function_role_lead ON public.function_role USING btree (lower(hiring_lead_email));
CREATE INDEX staff_scope_role ON public.staff_scope USING btree (ref_function_role_id);
CREATE INDEX role_suggestion_session ON public.role_suggestion USING btree (user_session_id);
CREATE INDEX role_suggestion_new_session ON public.role_suggestion USING btree (new_user_session_id);
CREATE INDEX email_outbox_dead ON public.email_outbox USING btree (lower(to_address)) WHERE (dead_since IS NOT NULL);
CREATE UNIQUE INDEX email_template_once_per_purpose ON public.email_template USING btree (purpose) WHERE (purpose <> 'other'::text);
CREATE INDEX user_session_standing_role ON public.user_session USING btree (ref_application_status_id, status_changed_at, ref_function_role_id) WHERE ((application_submitted_datetime_utc IS NOT NULL) AND (restricted_at IS NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX email_outbox_once_per_decision ON public.email_outbox USING btree (user_session_id, ref_email_base_id, ref_application_status_id, COALESCE(status_change_id, 0)) WHERE ((purpose = 'candidate'::text) AND (state <> 'withdrawn'::text));
CREATE INDEX interview_booking_beside ON public.interview_booking USING btree (beside_id) WHERE (beside_id IS NOT NULL);
CREATE UNIQUE INDEX interview_booking_one_of_each ON public.interview_booking USING btree (user_session_id, ref_interview_id, state) WHERE ((state <> 'canceled'::text) AND (beside_id IS NULL));
CREATE INDEX user_session_due ON public.user_session USING btree (ref_application_status_id, has_emailed_application_status, due_at, ref_function_role_id) WHERE ((application_submitted_datetime_utc IS NOT NULL) AND (restricted_at IS NULL) AND (erased_at IS NULL));
CREATE INDEX audit_trail_actor ON public.audit_trail USING btree (actor_id, audit_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX license_reminded ON public.license USING btree (user_session_id) WHERE (reminded_days IS NOT NULL);
CREATE INDEX audit_trail_action ON public.audit_trail USING btree (action text_pattern_ops, audit_id);
CREATE INDEX user_session_answer_yes_no ON public.user_session_answer USING btree (question_name, lower(btrim(user_answer_text_box)), user_session_id) WHERE (lower(btrim(user_answer_text_box)) = ANY (ARRAY['yes'::text, 'no'::text]));
CREATE STATISTICS public.user_session_answer_yes_no (mcv) ON question_name, lower(btrim(user_answer_text_box)) FROM user_session_answer;
alter table application_question
  add constraint application_question_modified_by_staff_account_staff_account_id FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table auth_session
  add constraint auth_session_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table email_outbox
  add constraint email_outbox_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint email_outbox_status_change_id_status_change_status_change_id_fk FOREIGN KEY (status_change_id) REFERENCES status_change(status_change_id),
  add constraint email_outbox_ref_application_status_id_application_status_ref_a FOREIGN KEY (ref_application_status_id) REFERENCES application_status(ref_application_status_id),
  add constraint email_outbox_created_by_staff_account_staff_account_id_fk FOREIGN KEY (created_by) REFERENCES staff_account(staff_account_id);
alter table email_template
  add constraint email_template_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table email_template_version
  add constraint email_template_version_ref_email_base_id_email_template_ref_ema FOREIGN KEY (ref_email_base_id) REFERENCES email_template(ref_email_base_id),
  add constraint email_template_version_modified_by_staff_account_staff_account_ FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table function_role
  add constraint function_role_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table hiring_decision_detail
  add constraint hiring_decision_detail_user_session_id_user_session_user_sessio FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint hiring_decision_detail_fgl_ref_red_flag_id_red_flag_fgl_ref_red FOREIGN KEY (fgl_ref_red_flag_id) REFERENCES red_flag(fgl_ref_red_flag_id),
  add constraint hiring_decision_detail_row_created_user_id_staff_account_staff_ FOREIGN KEY (row_created_user_id) REFERENCES staff_account(staff_account_id),
  add constraint hiring_decision_detail_row_modified_user_id_staff_account_staff FOREIGN KEY (row_modified_user_id) REFERENCES staff_account(staff_account_id);
alter table interview_feedback_detail
  add constraint interview_feedback_detail_if_interview_header_id_interview_head FOREIGN KEY (if_interview_header_id) REFERENCES interview_header(interview_header_id),
  add constraint interview_feedback_detail_question FOREIGN KEY (if_interviewer_role_feedback_question_id) REFERENCES interviewer_feedback_question(if_interviewer_role_feedback_question_id);
alter table interview_header
  add constraint interview_header_user_session_id_user_session_user_session_id_f FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint interview_header_ref_interview_id_interview_type_ref_interview_ FOREIGN KEY (ref_interview_id) REFERENCES interview_type(ref_interview_id),
  add constraint interview_header_ref_interviewer_id_interviewer_ref_interviewer FOREIGN KEY (ref_interviewer_id) REFERENCES interviewer(ref_interviewer_id);
alter table interview_type
  add constraint interview_type_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table interviewer
  add constraint interviewer_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table interviewer_feedback_question
  add constraint interviewer_feedback_question_ref_interview_role_id_interview_t FOREIGN KEY (ref_interview_role_id) REFERENCES interview_type(ref_interview_id);
alter table question_answer_choice
  add constraint question_answer_choice_ref_question_id_application_question_ref FOREIGN KEY (ref_question_id) REFERENCES application_question(ref_question_id);
alter table question_role
  add constraint question_role_ref_question_id_application_question_ref_question FOREIGN KEY (ref_question_id) REFERENCES application_question(ref_question_id),
  add constraint question_role_ref_function_role_id_function_role_ref_function_r FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id);
alter table red_flag
  add constraint red_flag_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table resume
  add constraint resume_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table saved_view
  add constraint saved_view_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table status_change
  add constraint status_change_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint status_change_from_status_id_application_status_ref_application FOREIGN KEY (from_status_id) REFERENCES application_status(ref_application_status_id),
  add constraint status_change_to_status_id_application_status_ref_application_s FOREIGN KEY (to_status_id) REFERENCES application_status(ref_application_status_id),
  add constraint status_change_changed_by_staff_account_staff_account_id_fk FOREIGN KEY (changed_by) REFERENCES staff_account(staff_account_id),
  add constraint status_change_undone_by_staff_account_staff_account_id_fk FOREIGN KEY (undone_by) REFERENCES staff_account(staff_account_id);
alter table user_session
  add constraint user_session_ref_function_role_id_function_role_ref_function_ro FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id),
  add constraint user_session_ref_application_status_id_application_status_ref_a FOREIGN KEY (ref_application_status_id) REFERENCES application_status(ref_application_status_id);
alter table user_session_answer
  add constraint user_session_answer_user_session_id_user_session_user_session_i FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint user_session_answer_ref_question_id_application_question_ref_qu FOREIGN KEY (ref_question_id) REFERENCES application_question(ref_question_id);
alter table rationale_run
  add constraint rationale_run_staff_account_id_staff_account_staff_account_id_f FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id),
  add constraint rationale_run_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint rationale_run_fgl_ref_red_flag_id_red_flag_fgl_ref_red_flag_id_ FOREIGN KEY (fgl_ref_red_flag_id) REFERENCES red_flag(fgl_ref_red_flag_id);
alter table staff_scope
  add constraint staff_scope_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id),
  add constraint staff_scope_ref_function_role_id_function_role_ref_function_rol FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id);
alter table accommodation_request
  add constraint accommodation_request_user_session_id_user_session_user_session FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table address_change
  add constraint address_change_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table candidate_access
  add constraint candidate_access_user_session_id_user_session_user_session_id_f FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table erasure_request
  add constraint erasure_request_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table application_draft
  add constraint application_draft_ref_function_role_id_function_role_ref_functi FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id),
  add constraint application_draft_user_session_id_user_session_user_session_id_ FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table assignment
  add constraint assignment_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint assignment_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id),
  add constraint assignment_assigned_by_staff_account_staff_account_id_fk FOREIGN KEY (assigned_by) REFERENCES staff_account(staff_account_id);
alter table candidate_feedback
  add constraint candidate_feedback_user_session_id_user_session_user_session_id FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint candidate_feedback_written_by_staff_account_staff_account_id_fk FOREIGN KEY (written_by) REFERENCES staff_account(staff_account_id),
  add constraint candidate_feedback_reviewed_by_staff_account_staff_account_id_f FOREIGN KEY (reviewed_by) REFERENCES staff_account(staff_account_id);
alter table note
  add constraint note_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint note_written_by_staff_account_staff_account_id_fk FOREIGN KEY (written_by) REFERENCES staff_account(staff_account_id);
alter table note_mention
  add constraint note_mention_note_id_note_note_id_fk FOREIGN KEY (note_id) REFERENCES note(note_id),
  add constraint note_mention_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint note_mention_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table accommodation_request
  add constraint accommodation_request_handled_by_staff_account_staff_account_id FOREIGN KEY (handled_by) REFERENCES staff_account(staff_account_id);
alter table passkey
  add constraint passkey_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table passkey_challenge
  add constraint passkey_challenge_staff_account_id_staff_account_staff_account_ FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table staff_department
  add constraint staff_department_staff_account_id_staff_account_staff_account_i FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table brand
  add constraint brand_logo_key_brand_picture_picture_key_fk FOREIGN KEY (logo_key) REFERENCES brand_picture(picture_key),
  add constraint brand_hero_key_brand_picture_picture_key_fk FOREIGN KEY (hero_key) REFERENCES brand_picture(picture_key),
  add constraint brand_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table brand_picture
  add constraint brand_picture_created_by_staff_account_staff_account_id_fk FOREIGN KEY (created_by) REFERENCES staff_account(staff_account_id);
alter table brand_rendition
  add constraint brand_rendition_picture_key_brand_picture_picture_key_fk FOREIGN KEY (picture_key) REFERENCES brand_picture(picture_key) ON DELETE CASCADE;
alter table red_flag_mark
  add constraint red_flag_mark_fgl_ref_red_flag_id_red_flag_fgl_ref_red_flag_id_ FOREIGN KEY (fgl_ref_red_flag_id) REFERENCES red_flag(fgl_ref_red_flag_id),
  add constraint red_flag_mark_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint red_flag_mark_marked_by_staff_account_staff_account_id_fk FOREIGN KEY (marked_by) REFERENCES staff_account(staff_account_id),
  add constraint red_flag_mark_feedback FOREIGN KEY (if_interview_feedback_detail_id) REFERENCES interview_feedback_detail(if_interview_feedback_detail_id);
alter table interview_booking
  add constraint interview_booking_user_session_id_user_session_user_session_id_ FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint interview_booking_ref_interview_id_interview_type_ref_interview FOREIGN KEY (ref_interview_id) REFERENCES interview_type(ref_interview_id),
  add constraint interview_booking_ref_interviewer_id_interviewer_ref_interviewe FOREIGN KEY (ref_interviewer_id) REFERENCES interviewer(ref_interviewer_id);
alter table interview_plan
  add constraint interview_plan_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint interview_plan_modified_by_staff_account_staff_account_id_fk FOREIGN KEY (modified_by) REFERENCES staff_account(staff_account_id);
alter table interview_plan_part
  add constraint interview_plan_part_interview_plan_id_interview_plan_interview_ FOREIGN KEY (interview_plan_id) REFERENCES interview_plan(interview_plan_id),
  add constraint interview_plan_part_ref_interview_id_interview_type_ref_intervi FOREIGN KEY (ref_interview_id) REFERENCES interview_type(ref_interview_id);
alter table interviewer_calendar
  add constraint interviewer_calendar_ref_interviewer_id_interviewer_ref_intervi FOREIGN KEY (ref_interviewer_id) REFERENCES interviewer(ref_interviewer_id);
alter table applicant_text
  add constraint applicant_text_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table compact_change
  add constraint compact_change_added_by_staff_account_staff_account_id_fk FOREIGN KEY (added_by) REFERENCES staff_account(staff_account_id);
alter table exclusion_match
  add constraint exclusion_match_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint exclusion_match_closed_by_staff_account_staff_account_id_fk FOREIGN KEY (closed_by) REFERENCES staff_account(staff_account_id);
alter table license
  add constraint license_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table license_holder
  add constraint license_holder_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table license_verification
  add constraint license_verification_license_id_license_license_id_fk FOREIGN KEY (license_id) REFERENCES license(license_id),
  add constraint license_verification_checked_by_staff_account_staff_account_id_ FOREIGN KEY (checked_by) REFERENCES staff_account(staff_account_id);
alter table packet_due
  add constraint packet_due_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint packet_due_status_change_id_status_change_status_change_id_fk FOREIGN KEY (status_change_id) REFERENCES status_change(status_change_id);
alter table packet_edition
  add constraint packet_edition_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint packet_edition_status_change_id_status_change_status_change_id_ FOREIGN KEY (status_change_id) REFERENCES status_change(status_change_id);
alter table text_version
  add constraint text_version_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint text_version_written_by_staff_account_staff_account_id_fk FOREIGN KEY (written_by) REFERENCES staff_account(staff_account_id),
  add constraint text_version_after_change_id_status_change_status_change_id_fk FOREIGN KEY (after_change_id) REFERENCES status_change(status_change_id);
alter table collected_notice
  add constraint collected_notice_user_session_id_user_session_user_session_id_f FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id);
alter table license_document
  add constraint license_document_license_verification_id_license_verification_l FOREIGN KEY (license_verification_id) REFERENCES license_verification(license_verification_id),
  add constraint license_document_attached_by_staff_account_staff_account_id_fk FOREIGN KEY (attached_by) REFERENCES staff_account(staff_account_id);
alter table role_link
  add constraint role_link_ref_function_role_id_function_role_ref_function_role_ FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id),
  add constraint role_link_created_by_staff_account_staff_account_id_fk FOREIGN KEY (created_by) REFERENCES staff_account(staff_account_id);
alter table snippet
  add constraint snippet_staff_account_id_staff_account_staff_account_id_fk FOREIGN KEY (staff_account_id) REFERENCES staff_account(staff_account_id);
alter table role_plan
  add constraint role_plan_ref_function_role_id_function_role_ref_function_role_ FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id);
alter table role_suggestion
  add constraint role_suggestion_user_session_id_user_session_user_session_id_fk FOREIGN KEY (user_session_id) REFERENCES user_session(user_session_id),
  add constraint role_suggestion_ref_function_role_id_function_role_ref_function FOREIGN KEY (ref_function_role_id) REFERENCES function_role(ref_function_role_id),
  add constraint role_suggestion_email_id_email_outbox_email_id_fk FOREIGN KEY (email_id) REFERENCES email_outbox(email_id),
  add constraint role_suggestion_suggested_by_staff_account_staff_account_id_fk FOREIGN KEY (suggested_by) REFERENCES staff_account(staff_account_id),
  add constraint role_suggestion_new_user_session_id_user_session_user_session_i FOREIGN KEY (new_user_session_id) REFERENCES user_session(user_session_id);
alter table first_run_key
  add constraint first_run_key_auth_session_id_auth_session_auth_session_id_fk FOREIGN KEY (auth_session_id) REFERENCES auth_session(auth_session_id) ON DELETE CASCADE;
alter table interview_booking
  add constraint interview_booking_beside_id_interview_booking_interview_booking FOREIGN KEY (beside_id) REFERENCES interview_booking(interview_booking_id) ON DELETE CASCADE;
alter table brand
  add constraint brand_dark_logo_key_brand_picture_picture_key_fk FOREIGN KEY (dark_logo_key) REFERENCES brand_picture(picture_key);
CREATE TRIGGER audit_trail_chain BEFORE INSERT ON public.audit_trail FOR EACH ROW EXECUTE FUNCTION audit_trail_chain();
CREATE TRIGGER audit_trail_append_only BEFORE DELETE OR UPDATE ON public.audit_trail FOR EACH ROW EXECUTE FUNCTION audit_trail_append_only();
CREATE TRIGGER audit_trail_no_truncate BEFORE TRUNCATE ON public.audit_trail FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_append_only();
CREATE TRIGGER audit_trail_hurry AFTER INSERT ON public.audit_trail FOR EACH ROW EXECUTE FUNCTION audit_trail_hurry();
CREATE TRIGGER license_verification_unchanged AFTER UPDATE ON public.license_verification FOR EACH ROW EXECUTE FUNCTION license_verification_kept();
CREATE CONSTRAINT TRIGGER license_verification_kept AFTER DELETE ON public.license_verification DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION license_verification_kept();
CREATE TRIGGER license_document_unchanged AFTER UPDATE ON public.license_document FOR EACH ROW EXECUTE FUNCTION license_document_kept();
CREATE CONSTRAINT TRIGGER license_document_kept AFTER DELETE ON public.license_document DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION license_document_kept();
