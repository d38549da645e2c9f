CREATE TABLE "known_browser_code" (
	"email" text NOT NULL,
	"browser" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"spent_at" timestamp with time zone,
	CONSTRAINT "known_browser_code_email_browser_pk" PRIMARY KEY("email","browser")
);
--> statement-breakpoint
CREATE INDEX "known_browser_code_created" ON "known_browser_code" USING btree ("created_at");