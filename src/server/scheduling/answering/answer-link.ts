import { sign, verify } from '#server/http/keys.ts'
import { interviewSeal, seal } from '#server/mail/sealed.ts'
import type { Services } from '#server/services.ts'
import type { BookingRow } from '#server/scheduling/store.ts'

export const ANSWER_PAGE = '/interviews/answer'
const PURPOSE = 'interview-answer'

type BookingSeat = Pick<BookingRow, 'interview_booking_id' | 'ref_interviewer_id'>
type LinkedBooking = BookingSeat & Pick<BookingRow, 'user_session_id'>

/**
 * Returns a link, for an email, to this interview's answer page, which needs no sign-in. It's signed, so nothing is stored, and sealed until the email is
 * sent.
 */
export function answerLink(
  { env, keys }: Pick<Services, 'env' | 'keys'>,
  { interview_booking_id, ref_interviewer_id, user_session_id }: LinkedBooking,
): string {
  const token = sign(keys, PURPOSE, `${interview_booking_id} ${ref_interviewer_id}`)
  return `${env.BASE_URL}${ANSWER_PAGE}/${seal(keys, token, interviewSeal(user_session_id))}`
}

/** Returns the interview and interviewer a link is for, or null if the signature isn't ours. */
export function readAnswerLink({ keys }: Pick<Services, 'keys'>, token: string): BookingSeat | null {
  const [interview_booking_id, ref_interviewer_id] = verify(keys, PURPOSE, token)?.split(' ').map(Number) ?? []
  return interview_booking_id && ref_interviewer_id ? { interview_booking_id, ref_interviewer_id } : null
}
