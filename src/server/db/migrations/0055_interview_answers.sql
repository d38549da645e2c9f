ALTER TABLE "interview_plan" ADD COLUMN "preferences_answer" text;--> statement-breakpoint
ALTER TABLE "interview_plan" ADD COLUMN "preferences_answered_at" timestamp with time zone;