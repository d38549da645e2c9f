CREATE INDEX "user_session_standing" ON "user_session" USING btree ("ref_application_status_id","status_changed_at") WHERE application_submitted_datetime_utc is not null and restricted_at is null and erased_at is null;--> statement-breakpoint
UPDATE "user_session" u SET "status_changed_at" = s.since
FROM (
  SELECT c."user_session_id", coalesce(max(c."changed_at") FILTER (WHERE c."undone_at" IS NULL), min("application_submitted_datetime_utc")) AS since
  FROM "status_change" c JOIN "user_session" USING ("user_session_id")
  WHERE "application_submitted_datetime_utc" IS NOT NULL GROUP BY c."user_session_id"
) s
WHERE s."user_session_id" = u."user_session_id" AND u."status_changed_at" <> s.since;
