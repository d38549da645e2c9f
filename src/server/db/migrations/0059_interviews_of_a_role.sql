CREATE TABLE "role_plan" (
	"ref_function_role_id" integer PRIMARY KEY NOT NULL,
	"working_days" integer NOT NULL,
	"one_day" boolean NOT NULL,
	"buffer_minutes" integer NOT NULL,
	"daily_maximum" integer,
	"parts" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "role_plan" ADD CONSTRAINT "role_plan_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;