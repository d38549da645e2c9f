CREATE TABLE "collected_notice" (
	"collected_notice_id" serial PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"user_session_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "collected_notice" ADD CONSTRAINT "collected_notice_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collected_notice_session" ON "collected_notice" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "collected_notice_to" ON "collected_notice" USING btree ("to_address");