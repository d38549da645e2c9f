ALTER TABLE "staff_scope" ADD COLUMN "part" text;--> statement-breakpoint
CREATE INDEX "function_role_lead" ON "function_role" USING btree (lower("hiring_lead_email"));--> statement-breakpoint
CREATE INDEX "staff_scope_role" ON "staff_scope" USING btree ("ref_function_role_id");--> statement-breakpoint
ALTER TABLE "staff_scope" ADD CONSTRAINT "staff_scope_part" CHECK ("staff_scope"."part" in ('recruiter', 'hiring-manager', 'coordinator'));