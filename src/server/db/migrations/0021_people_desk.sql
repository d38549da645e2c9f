CREATE TABLE "applicant_text" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"resume_id" integer,
	"resume_text" text DEFAULT '' NOT NULL,
	"words" "tsvector" NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_draft" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"ref_function_role_id" integer NOT NULL,
	"user_session_id" integer,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"answers" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignment" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"staff_account_id" integer NOT NULL,
	"assigned_by" integer NOT NULL,
	"assigned_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "candidate_feedback" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"feedback_text" text NOT NULL,
	"written_by" integer NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_by" integer,
	"reviewed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "note" (
	"note_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"note_text" text NOT NULL,
	"written_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "note_mention" (
	"note_id" integer NOT NULL,
	"user_session_id" integer NOT NULL,
	"staff_account_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "note_mention_note_id_staff_account_id_pk" PRIMARY KEY("note_id","staff_account_id")
);
--> statement-breakpoint
CREATE TABLE "unsubscribed" (
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsubscribed_email_kind_pk" PRIMARY KEY("email","kind")
);
--> statement-breakpoint
ALTER TABLE "accommodation_request" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accommodation_request" ADD COLUMN "handled_by" integer;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "applicant_text" ADD CONSTRAINT "applicant_text_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_text" ADD CONSTRAINT "applicant_text_resume_id_resume_resume_id_fk" FOREIGN KEY ("resume_id") REFERENCES "public"."resume"("resume_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_draft" ADD CONSTRAINT "application_draft_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_draft" ADD CONSTRAINT "application_draft_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_assigned_by_staff_account_staff_account_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_feedback" ADD CONSTRAINT "candidate_feedback_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_feedback" ADD CONSTRAINT "candidate_feedback_written_by_staff_account_staff_account_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_feedback" ADD CONSTRAINT "candidate_feedback_reviewed_by_staff_account_staff_account_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note" ADD CONSTRAINT "note_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note" ADD CONSTRAINT "note_written_by_staff_account_staff_account_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mention" ADD CONSTRAINT "note_mention_note_id_note_note_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."note"("note_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mention" ADD CONSTRAINT "note_mention_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mention" ADD CONSTRAINT "note_mention_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applicant_text_words" ON "applicant_text" USING gin ("words");--> statement-breakpoint
CREATE INDEX "applicant_text_resume" ON "applicant_text" USING btree ("resume_id");--> statement-breakpoint
CREATE INDEX "application_draft_email" ON "application_draft" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "application_draft_session" ON "application_draft" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "application_draft_saved" ON "application_draft" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "assignment_colleague" ON "assignment" USING btree ("staff_account_id","assigned_at");--> statement-breakpoint
CREATE INDEX "note_session" ON "note" USING btree ("user_session_id","note_id");--> statement-breakpoint
CREATE INDEX "note_mention_session" ON "note_mention" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "note_mention_waiting" ON "note_mention" USING btree ("staff_account_id","created_at") WHERE seen_at is null;--> statement-breakpoint
ALTER TABLE "accommodation_request" ADD CONSTRAINT "accommodation_request_handled_by_staff_account_staff_account_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;