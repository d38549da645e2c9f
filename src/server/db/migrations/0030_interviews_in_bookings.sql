ALTER TABLE "interview_booking" ADD COLUMN "calendar_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "calendar_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "calendar_leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "interview_plan" ADD COLUMN "daily_maximum" integer;--> statement-breakpoint
ALTER TABLE "interview_type" ADD COLUMN "sees_answers" text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_type" ADD COLUMN "sees_resume" text DEFAULT 'with-answers' NOT NULL;