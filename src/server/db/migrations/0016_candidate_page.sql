CREATE TABLE "accommodation_request" (
	"accommodation_request_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_change" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candidate_access" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_session_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasure_request" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "status_change" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "reply_within_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "reply_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "reply_extensions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accommodation_request" ADD CONSTRAINT "accommodation_request_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_change" ADD CONSTRAINT "address_change_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_access" ADD CONSTRAINT "candidate_access_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_request" ADD CONSTRAINT "erasure_request_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accommodation_request_session" ON "accommodation_request" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "address_change_session" ON "address_change" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "candidate_access_session" ON "candidate_access" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "candidate_access_used" ON "candidate_access" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "user_session_reply_due" ON "user_session" USING btree ("reply_due_at") WHERE application_submitted_datetime_utc is not null and restricted_at is null and erased_at is null;--> statement-breakpoint
update user_session u set reply_due_at = (select max(o.sent_at) from email_outbox o where o.user_session_id = u.user_session_id and o.purpose = 'candidate' and o.state = 'sent') + interval '14 days'
where exists (select 1 from email_outbox o where o.user_session_id = u.user_session_id and o.purpose = 'candidate' and o.state = 'sent');
