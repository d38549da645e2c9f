CREATE INDEX "user_session_find_end" ON "user_session" USING btree (reverse(name_key) text_pattern_ops);--> statement-breakpoint
-- Read again, for the phone numbers in them.
UPDATE "applicant_text" SET "wanted" = "wanted" + 1;
