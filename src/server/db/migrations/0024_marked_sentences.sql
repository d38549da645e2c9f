CREATE TABLE "red_flag_mark" (
	"red_flag_mark_id" serial PRIMARY KEY NOT NULL,
	"fgl_ref_red_flag_id" integer NOT NULL,
	"user_session_id" integer NOT NULL,
	"if_interview_feedback_detail_id" integer NOT NULL,
	"quote" text NOT NULL,
	"stance" text DEFAULT 'unclear' NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"marked_by" integer NOT NULL,
	CONSTRAINT "red_flag_mark_stance" CHECK ("red_flag_mark"."stance" in ('for', 'against', 'unclear', 'none'))
);
--> statement-breakpoint
ALTER TABLE "red_flag_mark" ADD CONSTRAINT "red_flag_mark_fgl_ref_red_flag_id_red_flag_fgl_ref_red_flag_id_fk" FOREIGN KEY ("fgl_ref_red_flag_id") REFERENCES "public"."red_flag"("fgl_ref_red_flag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "red_flag_mark" ADD CONSTRAINT "red_flag_mark_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "red_flag_mark" ADD CONSTRAINT "red_flag_mark_marked_by_staff_account_staff_account_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "red_flag_mark" ADD CONSTRAINT "red_flag_mark_feedback" FOREIGN KEY ("if_interview_feedback_detail_id") REFERENCES "public"."interview_feedback_detail"("if_interview_feedback_detail_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "red_flag_mark_once" ON "red_flag_mark" USING btree ("fgl_ref_red_flag_id","if_interview_feedback_detail_id",md5("quote"));--> statement-breakpoint
CREATE INDEX "red_flag_mark_applicant" ON "red_flag_mark" USING btree ("user_session_id");