-- Blind searches found names from before a correction; these applications are indexed again. The previous version would index them its own way.
UPDATE "applicant_text" SET "wanted" = "wanted" + 1, "leased_until" = now() + interval '10 minutes' WHERE "user_session_id" IN (SELECT "of_id" FROM "text_version" WHERE "kind" = 'contact');
