ALTER TABLE "interview_plan_part" ADD COLUMN "where" jsonb;--> statement-breakpoint
ALTER TABLE "interview_plan_part" ADD COLUMN "candidate_text" text;--> statement-breakpoint
ALTER TABLE "interview_type" ADD COLUMN "where" jsonb DEFAULT '{"kind":"video","text":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_type" ADD COLUMN "candidate_text" text DEFAULT '' NOT NULL;