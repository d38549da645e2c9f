ALTER TABLE "interview_booking" ADD COLUMN "proposed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "marked_as" text;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "marked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "interview_plan" ADD COLUMN "next_steps_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_mark" CHECK ("interview_booking"."marked_as" in ('no-show', 'overran'));