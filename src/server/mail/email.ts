import type { email_outbox } from '#server/db/tables.ts'
import type { ReadVersions } from '#server/versions/version-store.ts'

/** A complete email to one person: nothing is looked up when it's sent. */
export type Email = Pick<typeof email_outbox.$inferInsert, 'purpose' | 'to_address' | 'to_name' | 'subject' | 'html' | 'text'> &
  Partial<
    Pick<
      typeof email_outbox.$inferInsert,
      | 'user_session_id'
      | 'status_change_id'
      | 'ref_application_status_id'
      | 'template_name'
      | 'ref_email_base_id'
      | 'template_purpose'
      | 'is_reworded'
      | 'created_by'
      | 'reply_to'
      | 'calendar'
      | 'calendar_method'
      | 'unsubscribe_url'
    >
  > & { read_versions?: ReadVersions }

/** Returns the text on one line, as a mail header requires. */
export function asHeader(text: string): string {
  return text.replace(/[\r\n\t\0]+/g, ' ').trim()
}
