CREATE TABLE "role_link" (
	"role_link_id" serial PRIMARY KEY NOT NULL,
	"ref_function_role_id" integer NOT NULL,
	"via" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	CONSTRAINT "role_link_once" UNIQUE("ref_function_role_id","via"),
	CONSTRAINT "role_link_via" CHECK ("role_link"."via" ~ '^[a-z0-9-]{1,40}$' and "role_link"."via" <> 'other')
);
--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "role_link" ADD CONSTRAINT "role_link_ref_function_role_id_function_role_ref_function_role_id_fk" FOREIGN KEY ("ref_function_role_id") REFERENCES "public"."function_role"("ref_function_role_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_link" ADD CONSTRAINT "role_link_created_by_staff_account_staff_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;