-- Blind searches found names that were corrected since; these applications are indexed again.
UPDATE "applicant_text" SET "wanted" = "wanted" + 1 WHERE "user_session_id" IN (SELECT "of_id" FROM "text_version" WHERE "kind" = 'contact');
