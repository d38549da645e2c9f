CREATE TABLE "packet_due" (
	"user_session_id" integer PRIMARY KEY NOT NULL,
	"because" text NOT NULL,
	"status_change_id" integer,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packet_edition" (
	"packet_edition_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"edition" integer NOT NULL,
	"is_blind" boolean NOT NULL,
	"because" text NOT NULL,
	"status_change_id" integer,
	"manifest_sha256" text NOT NULL,
	"audit_id" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"storage_key" text NOT NULL,
	"file_sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "packet_edition_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "packet_edition_once" UNIQUE("user_session_id","edition","is_blind")
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "text_version" (
	"text_version_id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"of_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_session_id" integer,
	"content" jsonb,
	"deleted" boolean DEFAULT false NOT NULL,
	"written_by" integer,
	"by_candidate" boolean DEFAULT false NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"why" text,
	"after_decision" boolean DEFAULT false NOT NULL,
	"after_change_id" integer,
	CONSTRAINT "text_version_once" UNIQUE("kind","of_id","version")
);
--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN "row_salt" text;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "read_versions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "status_change" ADD COLUMN "read_versions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "packet_due" ADD CONSTRAINT "packet_due_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packet_due" ADD CONSTRAINT "packet_due_status_change_id_status_change_status_change_id_fk" FOREIGN KEY ("status_change_id") REFERENCES "public"."status_change"("status_change_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packet_edition" ADD CONSTRAINT "packet_edition_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packet_edition" ADD CONSTRAINT "packet_edition_status_change_id_status_change_status_change_id_fk" FOREIGN KEY ("status_change_id") REFERENCES "public"."status_change"("status_change_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_version" ADD CONSTRAINT "text_version_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_version" ADD CONSTRAINT "text_version_written_by_staff_account_staff_account_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_version" ADD CONSTRAINT "text_version_after_change_id_status_change_status_change_id_fk" FOREIGN KEY ("after_change_id") REFERENCES "public"."status_change"("status_change_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_one_current" ON "signing_key" USING btree ((true)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "text_version_session" ON "text_version" USING btree ("user_session_id");
--> statement-breakpoint
-- A row's hash is now made of its digest, so that a packet can prove the chain without the facts of other people's rows; the salt keeps
-- their digests from being guessed. Earlier rows keep the hash they have.
create or replace function audit_trail_chain() returns trigger language plpgsql as $$
declare
  last record;
  digest text;
begin
  if new.action = 'audit.signed-from' then
    raise exception 'only a migration says what was erased before erasures were signed' using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(7266001);
  select audit_id, hash into last from audit_trail order by audit_id desc limit 1;
  new.audit_id := coalesce(last.audit_id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last.hash, '');
  new.row_salt := replace(gen_random_uuid()::text, '-', '');
  digest := encode(sha256(convert_to(concat_ws('|',
    new.row_salt,
    new.audit_id,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    new.actor_kind,
    coalesce(new.actor_id::text, ''),
    new.action,
    new.subject_kind,
    coalesce(new.subject_id::text, ''),
    new.facts::text,
    coalesce(new.personal_commitment, '')
  ), 'UTF8')), 'hex');
  new.hash := encode(sha256(convert_to(concat_ws('|', digest, new.previous_hash), 'UTF8')), 'hex');
  return new;
end
$$;
