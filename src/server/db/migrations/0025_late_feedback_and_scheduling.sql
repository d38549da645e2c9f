CREATE TABLE "interview_booking" (
	"interview_booking_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"ref_interview_id" integer NOT NULL,
	"ref_interviewer_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"buffer_minutes" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"held_until" timestamp with time zone,
	"replaces_id" integer,
	"uid" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"calendar_id" text,
	"join_url" text,
	"booked_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"email_ids" integer[] DEFAULT '{}' NOT NULL,
	"before_change" jsonb,
	"reminded_at" timestamp with time zone,
	"feedback_reminders" integer DEFAULT 0 NOT NULL,
	"feedback_reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interview_booking_state" CHECK ("interview_booking"."state" in ('held', 'booked', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "interview_plan" (
	"interview_plan_id" serial PRIMARY KEY NOT NULL,
	"user_session_id" integer NOT NULL,
	"working_days" integer DEFAULT 10 NOT NULL,
	"one_day" boolean DEFAULT false NOT NULL,
	"buffer_minutes" integer DEFAULT 15 NOT NULL,
	"time_zone" text,
	"preferences" text,
	"preferences_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_by" integer,
	CONSTRAINT "interview_plan_user_session_id_unique" UNIQUE("user_session_id")
);
--> statement-breakpoint
CREATE TABLE "interview_plan_part" (
	"interview_plan_part_id" serial PRIMARY KEY NOT NULL,
	"interview_plan_id" integer NOT NULL,
	"ref_interview_id" integer NOT NULL,
	"minutes" integer DEFAULT 45 NOT NULL,
	"interviewer_ids" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "interview_plan_part_once" UNIQUE("interview_plan_id","ref_interview_id")
);
--> statement-breakpoint
CREATE TABLE "interviewer_calendar" (
	"ref_interviewer_id" integer PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"weekly_hours" jsonb NOT NULL,
	"days_off" text[] NOT NULL,
	"daily_maximum" integer NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "calendar" text;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "calendar_method" text;--> statement-breakpoint
ALTER TABLE "interview_header" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_header" ADD COLUMN "time_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_ref_interview_id_interview_type_ref_interview_id_fk" FOREIGN KEY ("ref_interview_id") REFERENCES "public"."interview_type"("ref_interview_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_ref_interviewer_id_interviewer_ref_interviewer_id_fk" FOREIGN KEY ("ref_interviewer_id") REFERENCES "public"."interviewer"("ref_interviewer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_plan" ADD CONSTRAINT "interview_plan_user_session_id_user_session_user_session_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."user_session"("user_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_plan" ADD CONSTRAINT "interview_plan_modified_by_staff_account_staff_account_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."staff_account"("staff_account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_plan_part" ADD CONSTRAINT "interview_plan_part_interview_plan_id_interview_plan_interview_plan_id_fk" FOREIGN KEY ("interview_plan_id") REFERENCES "public"."interview_plan"("interview_plan_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_plan_part" ADD CONSTRAINT "interview_plan_part_ref_interview_id_interview_type_ref_interview_id_fk" FOREIGN KEY ("ref_interview_id") REFERENCES "public"."interview_type"("ref_interview_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviewer_calendar" ADD CONSTRAINT "interviewer_calendar_ref_interviewer_id_interviewer_ref_interviewer_id_fk" FOREIGN KEY ("ref_interviewer_id") REFERENCES "public"."interviewer"("ref_interviewer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interview_booking_session" ON "interview_booking" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "interview_booking_interviewer" ON "interview_booking" USING btree ("ref_interviewer_id","starts_at");--> statement-breakpoint
CREATE INDEX "interview_booking_starts" ON "interview_booking" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "interview_booking_one_of_each" ON "interview_booking" USING btree ("user_session_id","ref_interview_id","state") WHERE state <> 'canceled';--> statement-breakpoint
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_in_order" CHECK ("starts_at" <= "ends_at");--> statement-breakpoint
-- One number line for all interviewers: each has 2^32 minutes of it, so that ranges of different people never meet. No extension is needed.
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_no_overlap" EXCLUDE USING gist (
  int8range(
    "ref_interviewer_id"::bigint * 4294967296 + floor(extract(epoch from "starts_at" at time zone 'UTC') / 60)::bigint,
    "ref_interviewer_id"::bigint * 4294967296 + ceil(extract(epoch from "ends_at" at time zone 'UTC') / 60)::bigint + "buffer_minutes") WITH &&
) WHERE ("state" <> 'canceled');
