ALTER TABLE "interview_header" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_header" ADD COLUMN "time_confirmed" boolean DEFAULT true NOT NULL;