ALTER TABLE "application_draft" ADD COLUMN "other" jsonb;--> statement-breakpoint
ALTER TABLE "application_draft" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "interview_plan" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_plan_part" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;