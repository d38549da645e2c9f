ALTER TABLE "candidate_access" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "candidate_access" ADD COLUMN "opens_mailbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Links and cookies from before go on opening every application of the mailbox that their application has now.
UPDATE "candidate_access" a SET "email_key" = u."email_key", "opens_mailbox" = true FROM "user_session" u WHERE u."user_session_id" = a."user_session_id";--> statement-breakpoint
DELETE FROM "candidate_access" WHERE "email_key" IS NULL;--> statement-breakpoint
ALTER TABLE "candidate_access" ALTER COLUMN "email_key" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "candidate_access_mailbox" ON "candidate_access" USING btree ("email_key");--> statement-breakpoint
-- A hash now includes what its key is for.
UPDATE "candidate_access" SET "token_hash" = encode(sha256(convert_to(CASE "kind" WHEN 'link' THEN 'own-page-link:' ELSE 'own-page:' END || "token_hash", 'UTF8')), 'hex');--> statement-breakpoint
UPDATE "address_change" SET "token_hash" = encode(sha256(convert_to('address:' || "token_hash", 'UTF8')), 'hex');--> statement-breakpoint
UPDATE "application_draft" SET "key_hash" = encode(sha256(convert_to('draft:' || "key_hash", 'UTF8')), 'hex');--> statement-breakpoint
UPDATE "user_session" SET "capability_hash" = encode(sha256(convert_to('application:' || "capability_hash", 'UTF8')), 'hex');
