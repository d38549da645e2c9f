import { z } from 'zod'
import { endpoint, Id, IdText, Instant } from '../endpoint.ts'
import { EmailWording } from '../templates/templates.ts'

/** The maximum number of times the reply date can be moved. */
export const MAX_EXTENSIONS = 2
/** The maximum number of days ahead the reply date can be moved to. */
export const MAX_DAYS_AHEAD = 60

export const needMoreTime = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/applicants/{id}/more-time',
  counted: 'emails_queued',
  summary: `Email an applicant that the decision will take longer, and move the reply date; at most ${MAX_EXTENSIONS} times`,
  status: 202,
  params: z.object({ id: IdText }),
  longText: true,
  body: z.object({ ...EmailWording.pick({ subject: true, html: true }).shape, until: z.iso.date('Choose a date').or(z.iso.datetime({ offset: true })) }),
  output: z.object({
    reply_by: Instant,
    /** How many more times it can be moved. */
    extensions_left: z.int(),
    email_id: Id,
    send_after: Instant,
    /** Cancels the email and the new date, until the email is sent. */
    undo_token: z.string(),
  }),
})
