-- What a source said about a license is a record: a correction is a new row. A row disappears only with its license, when the applicant's data is
-- erased. That's checked at the end of the transaction, because an erasure deletes the checks before the licenses they refer to.
create function license_verification_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from license where license_id = old.license_id) then
    raise exception 'license checks are append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger license_verification_unchanged after update on license_verification for each row execute function license_verification_kept();
--> statement-breakpoint
create constraint trigger license_verification_kept after delete on license_verification deferrable initially deferred
  for each row execute function license_verification_kept();
