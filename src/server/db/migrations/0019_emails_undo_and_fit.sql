ALTER TABLE "email_outbox" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "email_template" ADD COLUMN "fits_status_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "email_template" SET "fits_status_ids" = CASE "email_name"
  WHEN 'Schedule Panel Interview' THEN '{2}'::int[]
  WHEN 'Application Rejection' THEN '{3,7}'::int[]
  WHEN 'Rejection After Interview' THEN '{8,9,10,11}'::int[]
  WHEN 'First Day Prep' THEN '{13}'::int[]
  WHEN 'Position Closed' THEN '{6}'::int[]
  WHEN 'Application Withdrawn' THEN '{14}'::int[]
  ELSE '{}'::int[] END;
