ALTER TABLE "function_role" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "function_role" ADD CONSTRAINT "function_role_paused" CHECK ("function_role"."paused_at" is null or "function_role"."was_public_flag");
--> statement-breakpoint
-- A disabled role that candidates never saw is a draft from now on; whoever applied had seen it.
UPDATE "function_role" SET "was_public_flag" = true
WHERE "disabled_flag" AND NOT "was_public_flag" AND EXISTS (SELECT FROM "user_session" s WHERE s."ref_function_role_id" = "function_role"."ref_function_role_id");
