CREATE TABLE "applicant_text" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"resume_id" integer,
	"resume_text" text DEFAULT '' NOT NULL,
	"words" "tsvector" DEFAULT '' NOT NULL,
	"blind_words" "tsvector" DEFAULT '' NOT NULL,
	"wanted" integer DEFAULT 1 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "applicant_text" ADD CONSTRAINT "applicant_text_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applicant_text_words" ON "applicant_text" USING gin ("words");--> statement-breakpoint
CREATE INDEX "applicant_text_blind_words" ON "applicant_text" USING gin ("blind_words");--> statement-breakpoint
CREATE INDEX "applicant_text_unwritten" ON "applicant_text" USING btree ("user_session_id" DESC NULLS LAST) WHERE written <> wanted;--> statement-breakpoint
INSERT INTO "applicant_text" ("user_session_id") SELECT "user_session_id" FROM "user_session" WHERE "application_submitted_datetime_utc" IS NOT NULL AND "restricted_at" IS NULL AND "erased_at" IS NULL;
