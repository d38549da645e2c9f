import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { draftKey } from '#contract/feedback.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { useNow } from '#web/ui/use-now.ts'
import { listUnsaved, type Target } from './draft-storage.ts'
import { nameOf } from '#web/feedback/candidate-name.ts'
import { Message } from '#web/ui/message/message.tsx'

const RECHECK_MS = 5000

type NamedApplicant = Pick<ApplicantName, 'user_session_id' | 'first_name' | 'last_name'>
type Props = { ref_interviewer_id: number; current: Target | null; candidates: NamedApplicant[]; interviews: InterviewType[] | undefined }

/** Drafts about other candidates that didn't reach the server, each with a link back to it. */
export function UnsavedElsewhere({ ref_interviewer_id, current, candidates, interviews }: Props): ReactNode {
  useNow(RECHECK_MS)
  const left = listUnsaved(ref_interviewer_id).filter((one) => !current || draftKey(one) !== draftKey(current))
  if (left.length === 0) return null
  return (
    <Message tone="warn" title="Not on the server yet">
      {left.map((one) => {
        const candidate = candidates.find(({ user_session_id }) => user_session_id === one.user_session_id)
        const interview = interviews?.find(({ ref_interview_id }) => ref_interview_id === one.ref_interview_id)
        return (
          <div key={draftKey(one)}>
            <Link to={`?interview=${one.ref_interview_id}&candidate=${one.user_session_id}`}>
              {candidate ? nameOf(candidate) : 'A former candidate'}, {interview?.interview_name ?? 'an interview'}
            </Link>
          </div>
        )
      })}
    </Message>
  )
}
