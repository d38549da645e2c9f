-- Names and texts are compared by more plain letters than before: those that hold any of the others are folded again.
UPDATE "user_session" SET "name_key" = translate("name_key", 'ħŧŋĸı', 'htnki') WHERE "name_key" ~ '[ħŧŋĸı]';--> statement-breakpoint
UPDATE "applicant_text" SET "wanted" = "wanted" + 1 WHERE "words"::text ~ '[ßæœøłđðħŧþŋĸı]';
