-- One writer at a time: the lock is held until the transaction ends, so ids, times and hashes follow each other without gaps.
create function audit_trail_chain() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(7266001);
  select audit_id, hash into last from audit_trail order by audit_id desc limit 1;
  new.audit_id := coalesce(last.audit_id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last.hash, '');
  new.hash := encode(sha256(convert_to(concat_ws('|',
    new.audit_id,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    new.actor_kind,
    coalesce(new.actor_id::text, ''),
    new.action,
    new.subject_kind,
    coalesce(new.subject_id::text, ''),
    new.facts::text,
    coalesce(new.personal_commitment, ''),
    new.previous_hash
  ), 'UTF8')), 'hex');
  return new;
end
$$;
--> statement-breakpoint
create function audit_trail_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger audit_trail_chain before insert on audit_trail for each row execute function audit_trail_chain();
--> statement-breakpoint
create trigger audit_trail_append_only before update or delete on audit_trail for each row execute function audit_trail_append_only();
--> statement-breakpoint
create trigger audit_trail_no_truncate before truncate on audit_trail for each statement execute function audit_trail_append_only();
