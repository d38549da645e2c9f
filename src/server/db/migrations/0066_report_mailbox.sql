CREATE TABLE "report_mailbox" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint DEFAULT 0 NOT NULL,
	"first_uid" bigint DEFAULT 0 NOT NULL,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
