ALTER TABLE "user_session" ADD COLUMN "proved_email_key" text;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "wants_updates" boolean;--> statement-breakpoint
-- Addresses whose owners have opened their own page before.
UPDATE "user_session" u SET "proved_email_key" = u."email_key" WHERE EXISTS (SELECT FROM "candidate_access" a WHERE a."email_key" = u."email_key" AND a."kind" = 'cookie' AND a."last_used_at" > a."created_at");
