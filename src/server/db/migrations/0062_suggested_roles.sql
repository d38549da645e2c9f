CREATE TABLE "role_suggestion" (
	"role_suggestion_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"ref_function_role_id" integer NOT NULL,
	"email_id" integer NOT NULL,
	"suggested_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"new_user_session_id" integer
);
--> statement-breakpoint
ALTER TABLE "role_suggestion" ADD CONSTRAINT "role_suggestion_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_suggestion" ADD CONSTRAINT "role_suggestion_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_suggestion" ADD CONSTRAINT "role_suggestion_email_id_email_outbox_email_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."email_outbox"("email_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_suggestion" ADD CONSTRAINT "role_suggestion_suggested_by_staff_account_staff_account_id_fk" FOREIGN KEY ("suggested_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_suggestion" ADD CONSTRAINT "role_suggestion_new_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("new_user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "role_suggestion_session" ON "role_suggestion" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "role_suggestion_new_session" ON "role_suggestion" USING btree ("new_user_session_id");