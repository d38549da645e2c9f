import { z } from 'zod'
import { InStatus } from './applicants.ts'
import { endpoint, Id, Instant, boundedText } from '../endpoint.ts'
import { savePlan } from '../scheduling/scheduling.ts'
import type { StatusId } from '../statuses/status-meanings.ts'
import { statusesWhere } from '../statuses/statuses.ts'
import { EmailWording } from '../templates/templates.ts'

/** An applicant's status after a change. */
export const StatusChangeResult = z.object({
  user_session_id: Id,
  ...InStatus,
  has_emailed_application_status: z.boolean(),
  /** Undoes the change until `undo_until`; null when nothing changed. */
  undo_token: z.string().nullable(),
  undo_until: Instant.nullable(),
  /** After an accepted offer: how many of the role's openings are left. Null means no limit, or a different status. */
  openings_left: z.int().nullable(),
})
export type StatusChangeResult = z.infer<typeof StatusChangeResult>

/** The basis for a decision. */
const DecisionGrounds = z.object({
  reason: boundedText(2000).trim().optional(),
  /** `fgl_ref_red_flag_id`s with an entry in this applicant's review; any other ID is a 422. */
  red_flag_ids: z.array(Id).max(100).optional(),
  /** `if_interview_feedback_detail_id`s of submitted feedback on this applicant; any other ID is a 422. */
  feedback_ids: z.array(Id).max(100).optional(),
})
export type DecisionGrounds = z.infer<typeof DecisionGrounds>

const AFTER_INTERVIEW = statusesWhere((meaning) => meaning.offers === 'rejection-after-interviews')

/** Returns why a decision requires a reason, or null if it doesn't. */
export function missingReasonError(ref_application_status_id: number, reason: string | undefined): string | null {
  return AFTER_INTERVIEW.includes(ref_application_status_id as StatusId) && !reason ? 'Enter a reason for a rejection after an interview.' : null
}

/** The interviews set up with a decision: those of each applicant's role, unless they already have some, or the same ones for everyone. */
const Interviews = z.union([z.literal('as-role'), savePlan.body.omit({ keeps_existing: true, with_decision: true, version: true })])
export type Interviews = z.infer<typeof Interviews>

export const decideMany = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/applicants/decide',
  longText: true,
  summary:
    "Move up to 500 applicants, each with their email and interviews in one transaction; each result has the status the single call would have returned. Someone whose email or interviews are rejected isn't moved",
  body: z.object({
    user_session_ids: z.array(Id).min(1).max(500),
    ref_application_status_id: Id,
    expected_status_ids: z.array(Id).max(500).optional(),
    email: EmailWording.optional(),
    interviews: Interviews.optional(),
    ...DecisionGrounds.shape,
  }),
  output: z.object({
    results: z.array(
      z.object({
        user_session_id: Id,
        /** Null leaves the status unchanged. */
        ref_application_status_id: Id.nullable(),
        email_id: Id.nullable(),
        undo_token: z.string().nullable(),
        undo_until: Instant.nullable(),
        openings_left: StatusChangeResult.shape.openings_left,
        status: z.int(),
        detail: z.string().nullable(),
      }),
    ),
  }),
})

export const updateStatus = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/update_status',
  summary: 'Move an applicant; 409 if the status is locked or no longer `expected_status_id`',
  body: z.object({ user_session_id: Id, ref_application_status_id: Id, expected_status_id: Id.optional(), ...DecisionGrounds.shape }),
  output: StatusChangeResult,
})

export const undoStatus = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/update_status/undo',
  summary: "Undo a status change within its time limit, along with its email if that hasn't been sent",
  body: z.object({ undo_token: boundedText(300) }),
  output: StatusChangeResult.extend({
    /** What happened to the undone decision's email; `gone` means it can't be recalled. */
    email: z.enum(['none', 'withdrawn', 'gone']),
  }),
})
