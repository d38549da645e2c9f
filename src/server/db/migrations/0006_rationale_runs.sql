CREATE TABLE "rationale_run" (
	"rationale_run_id" serial PRIMARY KEY NOT NULL,
	"staff_account_id" integer NOT NULL,
	"user_session_id" integer NOT NULL,
	"fgl_ref_red_flag_id" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rationale_run_one_a_row" UNIQUE("user_session_id","fgl_ref_red_flag_id")
);
--> statement-breakpoint
ALTER TABLE "rationale_run" ADD CONSTRAINT "rationale_run_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rationale_run" ADD CONSTRAINT "rationale_run_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rationale_run" ADD CONSTRAINT "rationale_run_fgl_ref_red_flag_id_red_flag_fgl_ref_red_flag_id_fk" FOREIGN KEY ("fgl_ref_red_flag_id") REFERENCES "public"."red_flag"("fgl_ref_red_flag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rationale_run_person" ON "rationale_run" USING btree ("staff_account_id");