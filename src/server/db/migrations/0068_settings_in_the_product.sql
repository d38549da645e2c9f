CREATE TABLE "first_run_key" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"opens" text NOT NULL,
	"auth_session_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_setting" (
	"setting_name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "first_run_key" ADD CONSTRAINT "first_run_key_auth_session_id_auth_session_auth_session_id_fk" FOREIGN KEY ("auth_session_id") REFERENCES "public"."auth_session"("auth_session_id") ON DELETE cascade ON UPDATE no action;