ALTER TABLE "auth_session" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sso_attempt" ADD COLUMN "again_flag" boolean DEFAULT false NOT NULL;