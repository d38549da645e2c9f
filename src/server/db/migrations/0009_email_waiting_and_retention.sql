ALTER TABLE "email_outbox" ADD COLUMN "due_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "email_outbox" SET "due_since" = "send_after" WHERE "state" = 'queued' AND "tries" = 0;--> statement-breakpoint
UPDATE "email_outbox" SET "due_since" = "created_at" WHERE "state" = 'queued' AND "tries" > 0;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "body_deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "email_outbox_waiting" ON "email_outbox" USING btree ("due_since") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "email_outbox_body" ON "email_outbox" USING btree ("created_at") WHERE state <> 'queued' and body_deleted_at is null;