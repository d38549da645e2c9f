CREATE TABLE "application_question" (
	"ref_question_id" serial PRIMARY KEY NOT NULL,
	"question_name" text NOT NULL,
	"question_text" text NOT NULL,
	"question_type" text NOT NULL,
	"question_placeholder" text DEFAULT '' NOT NULL,
	"required_flag" boolean DEFAULT false NOT NULL,
	"disabled_flag" boolean DEFAULT false NOT NULL,
	"max_words" integer DEFAULT 300 NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"all_roles_flag" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "application_question_question_name_unique" UNIQUE("question_name"),
	CONSTRAINT "application_question_text" CHECK (btrim("application_question"."question_text") <> ''),
	CONSTRAINT "application_question_words" CHECK ("application_question"."max_words" between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "application_status" (
	"ref_application_status_id" integer PRIMARY KEY NOT NULL,
	"application_status" text NOT NULL,
	"application_status_description" text NOT NULL,
	CONSTRAINT "application_status_application_status_unique" UNIQUE("application_status")
);
--> statement-breakpoint
CREATE TABLE "audit_personal" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"personal" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_trail" (
	"audit_id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" integer,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"personal_commitment" text,
	"previous_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_account_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "email_outbox" (
	"email_id" serial PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_session_id" integer,
	"status_change_id" integer,
	"ref_application_status_id" integer,
	"template_name" text,
	"message_id" text NOT NULL,
	"to_address" text NOT NULL,
	"to_name" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"send_after" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"sent_at" timestamp with time zone,
	CONSTRAINT "email_outbox_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "email_outbox_state" CHECK ("email_outbox"."state" in ('queued', 'sent', 'failed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "email_template" (
	"ref_email_base_id" serial PRIMARY KEY NOT NULL,
	"email_name" text NOT NULL,
	"email_desc" text DEFAULT '' NOT NULL,
	"email_subject" text DEFAULT '' NOT NULL,
	"email_base_html" text NOT NULL,
	"disabled_flag" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "email_template_email_name_unique" UNIQUE("email_name"),
	CONSTRAINT "email_template_named" CHECK (btrim("email_template"."email_name") <> '')
);
--> statement-breakpoint
CREATE TABLE "email_template_version" (
	"ref_email_base_id" integer NOT NULL,
	"version" integer NOT NULL,
	"email_name" text NOT NULL,
	"email_desc" text NOT NULL,
	"email_subject" text NOT NULL,
	"email_base_html" text NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "email_template_version_ref_email_base_id_version_pk" PRIMARY KEY("ref_email_base_id","version")
);
--> statement-breakpoint
CREATE TABLE "erasure" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "function_role" (
	"ref_function_role_id" serial PRIMARY KEY NOT NULL,
	"function_role_name" text NOT NULL,
	"function_role_description" text DEFAULT '' NOT NULL,
	"function_role_responsibilities" text DEFAULT '' NOT NULL,
	"function_role_requirements" text DEFAULT '' NOT NULL,
	"disabled_flag" boolean DEFAULT false NOT NULL,
	"hiring_lead_email" text NOT NULL,
	"hiring_lead_name" text NOT NULL,
	"salary_min" numeric(12, 2),
	"salary_max" numeric(12, 2),
	"salary_currency" text DEFAULT 'USD' NOT NULL,
	"salary_unit" text DEFAULT 'YEAR' NOT NULL,
	"published_at" timestamp with time zone DEFAULT now(),
	"closes_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "function_role_named" CHECK (btrim("function_role"."function_role_name") <> ''),
	CONSTRAINT "function_role_pay" CHECK ("function_role"."salary_min" is null or "function_role"."salary_max" is null or "function_role"."salary_min" <= "function_role"."salary_max"),
	CONSTRAINT "function_role_pay_positive" CHECK (coalesce("function_role"."salary_min", 0) >= 0 and coalesce("function_role"."salary_max", 0) >= 0),
	CONSTRAINT "function_role_pay_unit" CHECK ("function_role"."salary_unit" in ('YEAR', 'HOUR'))
);
--> statement-breakpoint
CREATE TABLE "hiring_decision_detail" (
	"fgl_hiring_decision_detail_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"fgl_ref_red_flag_id" integer NOT NULL,
	"fgl_absent_flag" boolean DEFAULT false NOT NULL,
	"fgl_rationale" text,
	"row_created_user_id" integer NOT NULL,
	"row_modified_user_id" integer,
	"source" text DEFAULT 'person' NOT NULL,
	"reviewed" boolean DEFAULT false NOT NULL,
	"generated" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hiring_decision_detail_once" UNIQUE("user_session_id","fgl_ref_red_flag_id"),
	CONSTRAINT "hiring_decision_detail_source" CHECK ("hiring_decision_detail"."source" in ('generated', 'person'))
);
--> statement-breakpoint
CREATE TABLE "interview_feedback_detail" (
	"if_interview_feedback_detail_id" serial PRIMARY KEY NOT NULL,
	"if_interview_header_id" integer NOT NULL,
	"if_interviewer_role_feedback_question_id" integer NOT NULL,
	"interviewer_feedback" text DEFAULT '' NOT NULL,
	"row_created_user_id" integer NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interview_feedback_detail_once" UNIQUE("if_interview_header_id","if_interviewer_role_feedback_question_id")
);
--> statement-breakpoint
CREATE TABLE "interview_header" (
	"interview_header_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"ref_interview_id" integer NOT NULL,
	"ref_interviewer_id" integer NOT NULL,
	"interview_datetime_utc" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	CONSTRAINT "interview_header_once" UNIQUE("user_session_id","ref_interview_id","ref_interviewer_id")
);
--> statement-breakpoint
CREATE TABLE "interview_type" (
	"ref_interview_id" serial PRIMARY KEY NOT NULL,
	"interview_name" text NOT NULL,
	"interview_desc" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "interview_type_interview_name_unique" UNIQUE("interview_name"),
	CONSTRAINT "interview_type_named" CHECK (btrim("interview_type"."interview_name") <> '')
);
--> statement-breakpoint
CREATE TABLE "interviewer" (
	"ref_interviewer_id" serial PRIMARY KEY NOT NULL,
	"interviewer_name" text NOT NULL,
	"interviewer_email" text NOT NULL,
	"interviewer_bio" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "interviewer_interviewer_email_unique" UNIQUE("interviewer_email")
);
--> statement-breakpoint
CREATE TABLE "interviewer_feedback_question" (
	"if_interviewer_role_feedback_question_id" serial PRIMARY KEY NOT NULL,
	"ref_interview_role_id" integer NOT NULL,
	"interview_feedback_question" text NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_answer_choice" (
	"ref_question_answer_id" serial PRIMARY KEY NOT NULL,
	"ref_question_id" integer NOT NULL,
	"answer_text" text NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "question_answer_choice_once" UNIQUE("ref_question_id","answer_text")
);
--> statement-breakpoint
CREATE TABLE "question_role" (
	"ref_question_id" integer NOT NULL,
	"ref_function_role_id" integer NOT NULL,
	CONSTRAINT "question_role_ref_question_id_ref_function_role_id_pk" PRIMARY KEY("ref_question_id","ref_function_role_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "red_flag" (
	"fgl_ref_red_flag_id" serial PRIMARY KEY NOT NULL,
	"red_flag_desc" text NOT NULL,
	"signal_words" text[] DEFAULT '{}'::text[] NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "red_flag_red_flag_desc_unique" UNIQUE("red_flag_desc")
);
--> statement-breakpoint
CREATE TABLE "resume" (
	"resume_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"storage_key" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "resume_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"saved_view_id" serial PRIMARY KEY NOT NULL,
	"staff_account_id" integer NOT NULL,
	"view_name" text NOT NULL,
	"view_path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_view_once" UNIQUE("staff_account_id","view_name")
);
--> statement-breakpoint
CREATE TABLE "server_key" (
	"purpose" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_code" (
	"sign_in_code_id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_account" (
	"staff_account_id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_visit_at" timestamp with time zone,
	CONSTRAINT "staff_account_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "status_change" (
	"status_change_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"from_status_id" integer NOT NULL,
	"to_status_id" integer NOT NULL,
	"from_emailed" boolean DEFAULT false NOT NULL,
	"changed_by" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo_token_hash" text,
	"undo_until" timestamp with time zone,
	"undone_by" integer,
	"undone_at" timestamp with time zone,
	CONSTRAINT "status_change_undo_token_hash_unique" UNIQUE("undo_token_hash")
);
--> statement-breakpoint
CREATE TABLE "user_session" (
	"user_session_id" serial PRIMARY KEY NOT NULL,
	"ref_function_role_id" integer NOT NULL,
	"ref_application_status_id" integer DEFAULT 1 NOT NULL,
	"alias" text GENERATED ALWAYS AS ('Applicant ' || upper(lpad(to_hex((user_session_id::bigint * 40503) % 65536), 4, '0')) || case when user_session_id < 65536 then '' else '-' || (user_session_id / 65536)::text end) STORED NOT NULL,
	"capability_hash" text NOT NULL,
	"device_info" text DEFAULT '' NOT NULL,
	"suspected_bot" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"application_submitted_datetime_utc" timestamp with time zone,
	"submitted_hash" text,
	"first_name" text,
	"last_name" text,
	"email" text,
	"linkedin_profile_url" text,
	"email_key" text,
	"linkedin_key" text,
	"name_key" text,
	"has_emailed_application_status" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_action_at" timestamp with time zone DEFAULT now() NOT NULL,
	"legal_hold_reason" text,
	"restricted_at" timestamp with time zone,
	"restricted_reason" text,
	"erased_at" timestamp with time zone,
	CONSTRAINT "user_session_capability_hash_unique" UNIQUE("capability_hash"),
	CONSTRAINT "user_session_started_or_submitted" CHECK (("user_session"."ref_application_status_id" = 1) = ("user_session"."application_submitted_datetime_utc" is null))
);
--> statement-breakpoint
CREATE TABLE "user_session_answer" (
	"user_session_answer_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"ref_question_id" integer NOT NULL,
	"question_name" text NOT NULL,
	"question_text" text NOT NULL,
	"question_type" text NOT NULL,
	"question_placeholder" text NOT NULL,
	"required_flag" boolean NOT NULL,
	"max_words" integer NOT NULL,
	"sort_order" integer NOT NULL,
	"user_answer_text_box" text,
	CONSTRAINT "user_session_answer_once" UNIQUE("user_session_id","ref_question_id")
);
--> statement-breakpoint
ALTER TABLE "application_question" ADD CONSTRAINT "application_question_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD CONSTRAINT "email_outbox_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD CONSTRAINT "email_outbox_status_change_id_status_change_status_change_id_fk" FOREIGN KEY ("status_change_id") REFERENCES "public"."status_change"("status_change_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD CONSTRAINT "email_outbox_ref_application_status_id_application_status_ref_application_status_id_fk" FOREIGN KEY ("ref_application_status_id") REFERENCES "public"."application_status"("ref_application_status_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD CONSTRAINT "email_outbox_created_by_staff_account_staff_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_template" ADD CONSTRAINT "email_template_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_template_version" ADD CONSTRAINT "email_template_version_ref_email_base_id_email_template_ref_email_base_id_fk" FOREIGN KEY ("ref_email_base_id") REFERENCES "public"."email_template"("ref_email_base_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_template_version" ADD CONSTRAINT "email_template_version_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "function_role" ADD CONSTRAINT "function_role_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_decision_detail" ADD CONSTRAINT "hiring_decision_detail_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_decision_detail" ADD CONSTRAINT "hiring_decision_detail_fgl_ref_red_flag_id_red_flag_fgl_ref_red_flag_id_fk" FOREIGN KEY ("fgl_ref_red_flag_id") REFERENCES "public"."red_flag"("fgl_ref_red_flag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_decision_detail" ADD CONSTRAINT "hiring_decision_detail_row_created_user_id_staff_account_staff_account_id_fk" FOREIGN KEY ("row_created_user_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiring_decision_detail" ADD CONSTRAINT "hiring_decision_detail_row_modified_user_id_staff_account_staff_account_id_fk" FOREIGN KEY ("row_modified_user_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_feedback_detail" ADD CONSTRAINT "interview_feedback_detail_if_interview_header_id_interview_header_interview_header_id_fk" FOREIGN KEY ("if_interview_header_id") REFERENCES "public"."interview_header"("interview_header_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_feedback_detail" ADD CONSTRAINT "interview_feedback_detail_question" FOREIGN KEY ("if_interviewer_role_feedback_question_id") REFERENCES "public"."interviewer_feedback_question"("if_interviewer_role_feedback_question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_header" ADD CONSTRAINT "interview_header_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_header" ADD CONSTRAINT "interview_header_ref_interview_id_interview_type_ref_interview_id_fk" FOREIGN KEY ("ref_interview_id") REFERENCES "public"."interview_type"("ref_interview_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_header" ADD CONSTRAINT "interview_header_ref_interviewer_id_interviewer_ref_interviewer_id_fk" FOREIGN KEY ("ref_interviewer_id") REFERENCES "public"."interviewer"("ref_interviewer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_type" ADD CONSTRAINT "interview_type_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviewer" ADD CONSTRAINT "interviewer_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviewer_feedback_question" ADD CONSTRAINT "interviewer_feedback_question_ref_interview_role_id_interview_type_ref_interview_id_fk" FOREIGN KEY ("ref_interview_role_id") REFERENCES "public"."interview_type"("ref_interview_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_answer_choice" ADD CONSTRAINT "question_answer_choice_ref_question_id_application_question_ref_question_id_fk" FOREIGN KEY ("ref_question_id") REFERENCES "public"."application_question"("ref_question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_role" ADD CONSTRAINT "question_role_ref_question_id_application_question_ref_question_id_fk" FOREIGN KEY ("ref_question_id") REFERENCES "public"."application_question"("ref_question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_role" ADD CONSTRAINT "question_role_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "red_flag" ADD CONSTRAINT "red_flag_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resume" ADD CONSTRAINT "resume_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_from_status_id_application_status_ref_application_status_id_fk" FOREIGN KEY ("from_status_id") REFERENCES "public"."application_status"("ref_application_status_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_to_status_id_application_status_ref_application_status_id_fk" FOREIGN KEY ("to_status_id") REFERENCES "public"."application_status"("ref_application_status_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_changed_by_staff_account_staff_account_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_undone_by_staff_account_staff_account_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_ref_application_status_id_application_status_ref_application_status_id_fk" FOREIGN KEY ("ref_application_status_id") REFERENCES "public"."application_status"("ref_application_status_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session_answer" ADD CONSTRAINT "user_session_answer_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session_answer" ADD CONSTRAINT "user_session_answer_ref_question_id_application_question_ref_question_id_fk" FOREIGN KEY ("ref_question_id") REFERENCES "public"."application_question"("ref_question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_trail_subject" ON "audit_trail" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "audit_trail_at" ON "audit_trail" USING btree ("at");--> statement-breakpoint
CREATE INDEX "auth_session_account" ON "auth_session" USING btree ("staff_account_id");--> statement-breakpoint
CREATE INDEX "email_outbox_due" ON "email_outbox" USING btree ("send_after") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "email_outbox_session" ON "email_outbox" USING btree ("user_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_outbox_once_per_decision" ON "email_outbox" USING btree ("user_session_id","template_name","ref_application_status_id") WHERE purpose = 'candidate' and state <> 'withdrawn';--> statement-breakpoint
CREATE UNIQUE INDEX "email_outbox_one_confirmation" ON "email_outbox" USING btree ("user_session_id") WHERE purpose = 'confirmation';--> statement-breakpoint
CREATE INDEX "interview_header_interviewer" ON "interview_header" USING btree ("ref_interviewer_id");--> statement-breakpoint
CREATE INDEX "interviewer_feedback_question_role" ON "interviewer_feedback_question" USING btree ("ref_interview_role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resume_one_current" ON "resume" USING btree ("user_session_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "resume_session" ON "resume" USING btree ("user_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_code_one_live" ON "sign_in_code" USING btree ("email") WHERE spent_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_code_created" ON "sign_in_code" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "status_change_session" ON "status_change" USING btree ("user_session_id","changed_at");--> statement-breakpoint
CREATE INDEX "user_session_list" ON "user_session" USING btree ("ref_function_role_id","application_submitted_datetime_utc" DESC NULLS LAST,"user_session_id" DESC NULLS LAST) WHERE application_submitted_datetime_utc is not null;--> statement-breakpoint
CREATE INDEX "user_session_list_status" ON "user_session" USING btree ("ref_application_status_id","application_submitted_datetime_utc" DESC NULLS LAST,"user_session_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_session_submitted" ON "user_session" USING btree ("application_submitted_datetime_utc" DESC NULLS LAST,"user_session_id" DESC NULLS LAST) WHERE application_submitted_datetime_utc is not null;--> statement-breakpoint
CREATE INDEX "user_session_started" ON "user_session" USING btree ("created_at") WHERE application_submitted_datetime_utc is null;--> statement-breakpoint
CREATE INDEX "user_session_email_key" ON "user_session" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "user_session_linkedin_key" ON "user_session" USING btree ("linkedin_key");--> statement-breakpoint
CREATE INDEX "user_session_name_key" ON "user_session" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "user_session_last_action" ON "user_session" USING btree ("last_action_at");