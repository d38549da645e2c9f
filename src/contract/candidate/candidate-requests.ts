import { z } from 'zod'
import { endpoint, Id, IdText, Instant, Message } from '../endpoint.ts'

const RequestContext = { user_session_id: Id, alias: z.string(), function_role_name: z.string(), created_at: Instant }

/** `message` is the accommodation the candidate asked for. Only the hiring lead sees it; for everyone else it's null. */
export const AccommodationRequest = z.object({
  ...RequestContext,
  accommodation_request_id: Id,
  hiring_lead_name: z.string(),
  hiring_lead_email: z.string(),
  message: z.string().nullable(),
})
export type AccommodationRequest = z.infer<typeof AccommodationRequest>

export const ErasureRequest = z.object({
  ...RequestContext,
  /** When the request is carried out automatically. */
  due_at: Instant,
  /** Until then the law may require keeping the application, so it's restricted instead of erased; null if it no longer does. */
  keep_until: Instant.nullable(),
  /** True if a legal hold prevents erasure. */
  is_on_hold: z.boolean(),
})
export type ErasureRequest = z.infer<typeof ErasureRequest>

export const listCandidateRequests = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'GET',
  path: '/api/candidate-requests',
  summary: "List candidates' open requests for accommodations and erasures, oldest first",
  output: z.object({ accommodations: z.array(AccommodationRequest), erasures: z.array(ErasureRequest) }),
})

export const handleAccommodation = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/candidate-requests/accommodations/{id}/handled',
  summary: 'Mark an accommodation as arranged',
  params: z.object({ id: IdText }),
  output: Message,
})

export const carryOutErasure = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'POST',
  path: '/api/candidate-requests/erasures/{id}',
  summary: "Erase an applicant who asked for it; while the law may require keeping the application, it's restricted instead",
  params: z.object({ id: IdText }),
  output: z.object({ outcome: z.enum(['erased', 'restricted', 'kept']), mandatory_until: Instant }),
})
