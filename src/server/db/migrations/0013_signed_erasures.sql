-- From here on an erasure signs which personal values it deletes. What was erased earlier is named once, in the first row of this
-- action; the trigger lets no later one in.
insert into audit_trail (actor_kind, action, subject_kind, facts)
select 'system', 'audit.signed-from', 'audit', jsonb_build_object('erased_values', jsonb_agg(a.audit_id order by a.audit_id))
from audit_trail a left join audit_personal p using (audit_id)
where a.personal_commitment is not null and p.audit_id is null
having count(*) > 0;
--> statement-breakpoint
create or replace function audit_trail_chain() returns trigger language plpgsql as $$
declare
  last record;
begin
  if new.action = 'audit.signed-from' then
    raise exception 'only a migration says what was erased before erasures were signed' using errcode = 'restrict_violation';
  end if;
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
-- Reasons are an operator's free text: they belong to the erasable values beside the trail.
update erasure set reason = '';
