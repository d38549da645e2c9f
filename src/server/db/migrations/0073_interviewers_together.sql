DROP INDEX "interview_booking_one_of_each";--> statement-breakpoint
ALTER TABLE "interview_booking" ADD COLUMN "beside_id" integer;--> statement-breakpoint
ALTER TABLE "interview_plan_part" ADD COLUMN "interviewer_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "interview_booking" ADD CONSTRAINT "interview_booking_beside_id_interview_booking_interview_booking_id_fk" FOREIGN KEY ("beside_id") REFERENCES "public"."interview_booking"("interview_booking_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interview_booking_beside" ON "interview_booking" USING btree ("beside_id") WHERE beside_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "interview_booking_one_of_each" ON "interview_booking" USING btree ("user_session_id","ref_interview_id","state") WHERE state <> 'canceled' and beside_id is null;