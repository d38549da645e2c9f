CREATE INDEX "user_session_find_name" ON "user_session" USING btree ("name_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_session_find_last_name" ON "user_session" USING btree (lower(last_name) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_session_find_email" ON "user_session" USING btree (lower(email) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_session_find_alias" ON "user_session" USING btree ("alias" text_pattern_ops);