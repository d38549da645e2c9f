CREATE TABLE "settings_owners" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"emails" text[] NOT NULL,
	"missing" text[] DEFAULT '{}'::text[] NOT NULL,
	"missing_since" timestamp with time zone,
	CONSTRAINT "settings_owners_only" CHECK ("settings_owners"."only")
);
