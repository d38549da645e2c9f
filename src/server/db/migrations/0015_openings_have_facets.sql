ALTER TABLE "function_role" ADD COLUMN "department" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "function_role" ADD COLUMN "specialty" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "function_role" ADD COLUMN "shift" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "function_role" ADD COLUMN "license_states" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "function_role" ADD COLUMN "reply_within_days" integer;--> statement-breakpoint
ALTER TABLE "function_role" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "function_role" ADD COLUMN "was_public_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "function_role" ADD CONSTRAINT "function_role_reply_within" CHECK ("function_role"."reply_within_days" > 0);--> statement-breakpoint
-- Someone applied, so candidates could see it.
update "function_role" r set "was_public_flag" = true, "disabled_at" = r."modified_at"
where r."disabled_flag" and exists (select from "user_session" s where s."ref_function_role_id" = r."ref_function_role_id");
