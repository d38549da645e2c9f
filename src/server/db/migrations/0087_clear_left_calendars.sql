-- Earlier versions left calendar entries behind when an email's text was deleted or someone was erased, and where an erased person's interview was to be.
update email_outbox set calendar = null
where calendar is not null and state <> 'queued'
  and (body_deleted_at is not null or user_session_id in (select user_session_id from user_session where erased_at is not null));
--> statement-breakpoint
update interview_booking set before_change = null
where before_change is not null and user_session_id in (select user_session_id from user_session where erased_at is not null);
