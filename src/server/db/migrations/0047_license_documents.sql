CREATE TABLE "license_document" (
	"license_verification_id" integer PRIMARY KEY NOT NULL,
	"content_base64" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"attached_by" integer,
	"attached_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "exclusion_match_once";--> statement-breakpoint
ALTER TABLE "license_document" ADD CONSTRAINT "license_document_license_verification_id_license_verification_license_verification_id_fk" FOREIGN KEY ("license_verification_id") REFERENCES "public"."license_verification"("license_verification_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_document" ADD CONSTRAINT "license_document_attached_by_staff_account_staff_account_id_fk" FOREIGN KEY ("attached_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exclusion_match_of" ON "exclusion_match" USING btree ("user_session_id","matched_on","excluded_name","exclusion_type",coalesce(excluded_on, '-infinity'::date));