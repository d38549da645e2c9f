-- The PDF attached to a license check is part of the record: it's never replaced, and disappears only with its check, when the applicant's data is
-- erased. Like for the check itself, that's tested at the end of the transaction.
create function license_document_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from license_verification where license_verification_id = old.license_verification_id) then
    raise exception 'license checks are append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger license_document_unchanged after update on license_document for each row execute function license_document_kept();
--> statement-breakpoint
create constraint trigger license_document_kept after delete on license_document deferrable initially deferred
  for each row execute function license_document_kept();
