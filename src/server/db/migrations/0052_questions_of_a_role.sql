ALTER TABLE "question_role" ADD COLUMN "asked_flag" boolean DEFAULT true;--> statement-breakpoint
ALTER TABLE "question_role" ADD COLUMN "required_flag" boolean;--> statement-breakpoint
ALTER TABLE "question_role" ADD COLUMN "sort_order" integer;