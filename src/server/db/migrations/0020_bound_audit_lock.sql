-- A process that hangs after its audit row holds the lock that every change needs: its transaction ends after 2 s of silence, and the
-- others go on. A restore and the embedded database switch the limit off (0), and it stays off.
create function audit_trail_hurry() returns trigger language plpgsql as $$
begin
  if current_setting('idle_in_transaction_session_timeout') <> '0' then
    perform set_config('idle_in_transaction_session_timeout', '2s', true);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger audit_trail_hurry after insert on audit_trail for each row execute function audit_trail_hurry();
