-- 'Nursing' and 'nursing ' were two groups: the oldest opening's spelling stays, with single spaces.
UPDATE "function_role" SET "department" = btrim(regexp_replace("department", '\s+', ' ', 'g')) WHERE "department" <> btrim(regexp_replace("department", '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "function_role" r SET "department" = first."department"
FROM (SELECT DISTINCT ON (lower("department")) "department" FROM "function_role" ORDER BY lower("department"), "ref_function_role_id") first
WHERE lower(r."department") = lower(first."department") AND r."department" <> first."department";--> statement-breakpoint
UPDATE "function_role" SET "shift" = btrim(regexp_replace("shift", '\s+', ' ', 'g')) WHERE "shift" <> btrim(regexp_replace("shift", '\s+', ' ', 'g'));--> statement-breakpoint
UPDATE "function_role" r SET "shift" = first."shift"
FROM (SELECT DISTINCT ON (lower("shift")) "shift" FROM "function_role" ORDER BY lower("shift"), "ref_function_role_id") first
WHERE lower(r."shift") = lower(first."shift") AND r."shift" <> first."shift";--> statement-breakpoint
INSERT INTO "staff_department" ("staff_account_id", "department")
SELECT DISTINCT d."staff_account_id", r."department" FROM "staff_department" d
JOIN "function_role" r ON lower(r."department") = lower(btrim(regexp_replace(d."department", '\s+', ' ', 'g')))
ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "staff_department" d USING "function_role" r
WHERE lower(r."department") = lower(btrim(regexp_replace(d."department", '\s+', ' ', 'g'))) AND r."department" <> d."department";
