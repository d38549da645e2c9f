CREATE TABLE "secret_key" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signs_from" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"kept" text,
	"kept_with" text,
	"handed_over" text,
	"handed_with" text
);
--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "owner_flag" boolean DEFAULT false NOT NULL;