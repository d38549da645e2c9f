CREATE TABLE "passkey" (
	"passkey_id" serial PRIMARY KEY NOT NULL,
	"staff_account_id" integer NOT NULL,
	"passkey_name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"uses" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"challenge" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"staff_account_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sso_attempt" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_department" (
	"staff_account_id" integer NOT NULL,
	"department" text NOT NULL,
	CONSTRAINT "staff_department_staff_account_id_department_pk" PRIMARY KEY("staff_account_id","department")
);
--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "auth_session_id" serial NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "sign_in_method" text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "sso_sid" text;--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "role_from_group_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "sso_subject" text;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_department" ADD CONSTRAINT "staff_department_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_account" ON "passkey" USING btree ("staff_account_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_created" ON "passkey_challenge" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sso_attempt_created" ON "sso_attempt" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_auth_session_id_unique" UNIQUE("auth_session_id");--> statement-breakpoint
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_sso_subject_unique" UNIQUE("sso_subject");