ALTER TABLE "hiring_decision_detail" ADD COLUMN "decided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "hiring_decision_detail" SET "decided" = true WHERE "fgl_absent_flag" OR (("source" = 'person' OR "reviewed") AND btrim(coalesce("fgl_rationale", '')) <> '');--> statement-breakpoint
UPDATE "hiring_decision_detail" SET "reviewed" = false WHERE NOT "decided" AND "reviewed" AND btrim(coalesce("fgl_rationale", '')) = '';
