CREATE TABLE "snippet" (
	"snippet_id" serial PRIMARY KEY NOT NULL,
	"staff_account_id" integer NOT NULL,
	"snippet_name" text NOT NULL,
	"snippet_text" text NOT NULL,
	CONSTRAINT "snippet_once" UNIQUE("staff_account_id","snippet_name")
);
--> statement-breakpoint
ALTER TABLE "snippet" ADD CONSTRAINT "snippet_staff_account_id_staff_account_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;