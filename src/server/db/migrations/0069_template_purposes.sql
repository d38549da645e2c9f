DROP INDEX "email_outbox_once_per_decision";--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "ref_email_base_id" integer;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "template_purpose" text;--> statement-breakpoint
ALTER TABLE "email_template" ADD COLUMN "purpose" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
-- The names that templates were shipped with, and the IDs of the first four, for those that were renamed. The table is
-- dropped below; it isn't temporary because the owner role may not create temporary tables.
CREATE TABLE "shipped_template" ("purpose", "email_name", "id") AS VALUES
  ('invitation', 'Schedule Panel Interview', 1),
  ('rejection', 'Application Rejection', 2),
  ('rejection-after-interviews', 'Rejection After Interview', 3),
  ('first-day', 'First Day Prep', 4),
  ('role-closed', 'Position Closed', NULL),
  ('withdrawal', 'Application Withdrawn', NULL),
  ('more-time', 'More Time Needed', NULL),
  ('next-steps', 'After Interviews', NULL);--> statement-breakpoint
UPDATE "email_template" t SET "purpose" = s."purpose" FROM "shipped_template" s WHERE t."email_name" = s."email_name";--> statement-breakpoint
UPDATE "email_template" t SET "purpose" = f."purpose" FROM (
  SELECT DISTINCT ON (s."purpose") s."purpose", v."ref_email_base_id"
  FROM "shipped_template" s JOIN "email_template_version" v USING ("email_name")
  WHERE NOT EXISTS (SELECT FROM "email_template" o WHERE o."purpose" = s."purpose")
  ORDER BY s."purpose", v."ref_email_base_id"
) f WHERE t."ref_email_base_id" = f."ref_email_base_id" AND t."purpose" = 'other';--> statement-breakpoint
UPDATE "email_template" t SET "purpose" = s."purpose" FROM "shipped_template" s
WHERE t."ref_email_base_id" = s."id" AND t."purpose" = 'other' AND NOT EXISTS (SELECT FROM "email_template" o WHERE o."purpose" = s."purpose");--> statement-breakpoint
UPDATE "email_outbox" o SET "ref_email_base_id" = t."ref_email_base_id", "template_purpose" = t."purpose"
FROM "email_template" t WHERE o."template_name" = t."email_name" AND o."purpose" = 'candidate';--> statement-breakpoint
-- Emails sent under a name that the template no longer has. If the renaming let someone get it twice in one status, only the newest one gets the ID.
WITH "earlier" AS (
  SELECT DISTINCT ON (n."email_name") n."email_name", n."ref_email_base_id" FROM (
    SELECT v."email_name", v."ref_email_base_id" FROM "email_template_version" v
    UNION ALL
    SELECT s."email_name", t."ref_email_base_id" FROM "shipped_template" s JOIN "email_template" t USING ("purpose")
  ) n
  WHERE NOT EXISTS (SELECT FROM "email_template" t WHERE t."email_name" = n."email_name")
  ORDER BY n."email_name", n."ref_email_base_id"
)
UPDATE "email_outbox" o SET "template_purpose" = t."purpose", "ref_email_base_id" = CASE WHEN o."state" <> 'withdrawn' AND EXISTS (
  SELECT FROM "email_outbox" k LEFT JOIN "earlier" n ON n."email_name" = k."template_name"
  WHERE k."user_session_id" = o."user_session_id" AND k."ref_application_status_id" = o."ref_application_status_id"
    AND k."purpose" = 'candidate' AND k."state" <> 'withdrawn' AND k."email_id" <> o."email_id"
    AND (k."ref_email_base_id" = t."ref_email_base_id" OR (n."ref_email_base_id" = t."ref_email_base_id" AND k."email_id" > o."email_id"))
) THEN NULL ELSE t."ref_email_base_id" END
FROM "earlier" e JOIN "email_template" t USING ("ref_email_base_id")
WHERE o."template_name" = e."email_name" AND o."purpose" = 'candidate';--> statement-breakpoint
DROP TABLE "shipped_template";--> statement-breakpoint
CREATE UNIQUE INDEX "email_template_once_per_purpose" ON "email_template" USING btree ("purpose") WHERE purpose <> 'other';--> statement-breakpoint
CREATE UNIQUE INDEX "email_outbox_once_per_decision" ON "email_outbox" USING btree ("user_session_id","ref_email_base_id","ref_application_status_id") WHERE purpose = 'candidate' and state <> 'withdrawn';