ALTER TABLE "interview_booking" ADD COLUMN "interviewer_answer" text;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "interviewer_answered_at" timestamp with time zone;