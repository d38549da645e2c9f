CREATE TABLE "reference_seed" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"shipped_hash" text NOT NULL,
	"seeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reference_seed_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
CREATE INDEX "resume_reserved" ON "resume" USING btree ("uploaded_at") WHERE stored_at is null;--> statement-breakpoint
insert into application_status (ref_application_status_id, application_status, application_status_description)
select 14, 'Withdrawn by Candidate', 'The candidate withdrew the application.' where exists (select 1 from application_status)
on conflict do nothing;
