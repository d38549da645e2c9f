-- Names and texts are compared by more plain letters than before: those that hold any of the others are folded again.
UPDATE "user_session" SET "name_key" = translate("name_key", 'ħŧŋĸı', 'htnki') WHERE "name_key" ~ '[ħŧŋĸı]';--> statement-breakpoint
-- The lease keeps processes of the previous version from doing it their way during a rolling upgrade.
UPDATE "applicant_text" SET "wanted" = "wanted" + 1, "leased_until" = now() + interval '10 minutes' WHERE "words"::text ~ '[ßæœøłđðħŧþŋĸı]';
