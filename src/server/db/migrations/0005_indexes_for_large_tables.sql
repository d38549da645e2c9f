CREATE INDEX "email_outbox_decision" ON "email_outbox" USING btree ("status_change_id");--> statement-breakpoint
CREATE INDEX "email_outbox_failed" ON "email_outbox" USING btree ("user_session_id") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "status_change_at" ON "status_change" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "user_session_restricted" ON "user_session" USING btree ("last_action_at") WHERE restricted_at is not null and erased_at is null;