ALTER TABLE "interview_booking" ADD COLUMN "declined_by" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "stands_in_for" integer;