CREATE TABLE "brand" (
	"brand_id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"accent" text NOT NULL,
	"headline" text NOT NULL,
	"lead" text NOT NULL,
	"intro" text NOT NULL,
	"facts" jsonb NOT NULL,
	"benefits" jsonb NOT NULL,
	"contact_email" text NOT NULL,
	"eeo_statement" text NOT NULL,
	"accommodation_statement" text NOT NULL,
	"hero_alt" text NOT NULL,
	"hero_focus_x" integer NOT NULL,
	"hero_focus_y" integer NOT NULL,
	"logo_key" text,
	"hero_key" text,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "brand_once" CHECK ("brand"."brand_id" = 1)
);
--> statement-breakpoint
CREATE TABLE "brand_picture" (
	"picture_key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	CONSTRAINT "brand_picture_kind" CHECK ("brand_picture"."kind" in ('logo', 'hero'))
);
--> statement-breakpoint
CREATE TABLE "brand_rendition" (
	"picture_key" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"content_base64" text NOT NULL,
	CONSTRAINT "brand_rendition_picture_key_width_format_pk" PRIMARY KEY("picture_key","width","format")
);
--> statement-breakpoint
ALTER TABLE "brand" ADD CONSTRAINT "brand_logo_key_brand_picture_picture_key_fk" FOREIGN KEY ("logo_key") REFERENCES "public"."brand_picture"("picture_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand" ADD CONSTRAINT "brand_hero_key_brand_picture_picture_key_fk" FOREIGN KEY ("hero_key") REFERENCES "public"."brand_picture"("picture_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand" ADD CONSTRAINT "brand_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_picture" ADD CONSTRAINT "brand_picture_created_by_staff_account_staff_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_rendition" ADD CONSTRAINT "brand_rendition_picture_key_brand_picture_picture_key_fk" FOREIGN KEY ("picture_key") REFERENCES "public"."brand_picture"("picture_key") ON DELETE cascade ON UPDATE no action;