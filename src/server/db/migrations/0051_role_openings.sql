ALTER TABLE "function_role" ADD COLUMN "openings" integer;--> statement-breakpoint
ALTER TABLE "function_role" ADD CONSTRAINT "function_role_openings" CHECK ("function_role"."openings" > 0);