CREATE TABLE "compact_change" (
	"compact_change_id" serial PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"compact" text NOT NULL,
	"standing" text NOT NULL,
	"since" date NOT NULL,
	"until" date,
	"source" text NOT NULL,
	"seen_on" date NOT NULL,
	"reason" text NOT NULL,
	"added_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exclusion" (
	"exclusion_id" serial PRIMARY KEY NOT NULL,
	"excluded_name" text NOT NULL,
	"name_keys" text[] NOT NULL,
	"npi" text,
	"exclusion_type" text NOT NULL,
	"excluded_on" date,
	"reinstated_on" date
);
--> statement-breakpoint
CREATE TABLE "exclusion_match" (
	"exclusion_match_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"matched_on" text NOT NULL,
	"excluded_name" text NOT NULL,
	"exclusion_type" text NOT NULL,
	"excluded_on" date,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" integer,
	"closed_reason" text
);
--> statement-breakpoint
CREATE TABLE "license" (
	"license_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"place" integer NOT NULL,
	"license_type" text NOT NULL,
	"license_state" text NOT NULL,
	"license_number" text,
	"is_multistate" boolean NOT NULL,
	"expires_on" date,
	"is_in_progress" boolean NOT NULL,
	"privileges" text[] NOT NULL,
	"license_authorization" text,
	"entry" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"reminded_days" integer
);
--> statement-breakpoint
CREATE TABLE "license_holder" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"home_state" text,
	"npi" text,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "license_verification" (
	"license_verification_id" serial PRIMARY KEY NOT NULL,
	"license_id" integer NOT NULL,
	"entry" integer NOT NULL,
	"source" text NOT NULL,
	"result" text NOT NULL,
	"checked_on" date NOT NULL,
	"good_until" date,
	"note" text NOT NULL,
	"checked_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "compact_change" ADD CONSTRAINT "compact_change_added_by_staff_account_staff_account_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusion_match" ADD CONSTRAINT "exclusion_match_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusion_match" ADD CONSTRAINT "exclusion_match_closed_by_staff_account_staff_account_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license" ADD CONSTRAINT "license_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_holder" ADD CONSTRAINT "license_holder_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_verification" ADD CONSTRAINT "license_verification_license_id_license_license_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."license"("license_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_verification" ADD CONSTRAINT "license_verification_checked_by_staff_account_staff_account_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exclusion_name" ON "exclusion" USING gin ("name_keys");--> statement-breakpoint
CREATE INDEX "exclusion_npi" ON "exclusion" USING btree ("npi");--> statement-breakpoint
CREATE UNIQUE INDEX "exclusion_match_once" ON "exclusion_match" USING btree ("user_session_id","matched_on","excluded_name","exclusion_type");--> statement-breakpoint
CREATE INDEX "license_session" ON "license" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "license_expires" ON "license" USING btree ("expires_on");--> statement-breakpoint
CREATE INDEX "license_verification_license" ON "license_verification" USING btree ("license_id");