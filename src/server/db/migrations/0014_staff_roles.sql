CREATE TABLE "staff_scope" (
	"staff_account_id" integer NOT NULL,
	"ref_function_role_id" integer NOT NULL,
	CONSTRAINT "staff_scope_staff_account_id_ref_function_role_id_pk" PRIMARY KEY("staff_account_id","ref_function_role_id")
);
--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "given_role" text;--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "may_decide_flag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_account" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_scope" ADD CONSTRAINT "staff_scope_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_scope" ADD CONSTRAINT "staff_scope_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;