import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import { EXPECTED_INTERVIEWS } from '#contract/interviews.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The interviews that are missing feedback. */
export function missingInterviews(groups: FeedbackGroup[]): string[] {
  const isWritten = (name: string) =>
    groups.some((group) => group.interview_name === name && group.feedback.some((one) => one.interviewer_feedback.trim() !== ''))
  return EXPECTED_INTERVIEWS.filter((name) => !isWritten(name))
}

/** Feedback its interviewer is still working on. */
function draftsIn(groups: FeedbackGroup[]): string[] {
  const open = groups.filter((group) => !group.submitted_at && group.feedback.some((one) => one.interviewer_feedback.trim() !== ''))
  return open.map((group) => `${group.interview_name} (${group.interviewer_name})`)
}

export function MissingInterviews({ groups, isGenerating }: { groups: FeedbackGroup[]; isGenerating: boolean }): ReactNode {
  const missing = missingInterviews(groups)
  const drafts = draftsIn(groups)
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow" title={`No feedback from ${LIST.format(missing)}`}>
          {isGenerating
            ? 'Rationale generation will proceed with the available feedback only.'
            : 'Decide with the available feedback only, or wait for the rest.'}
        </Alert>
      )}
      {drafts.length > 0 && (
        <Alert color="yellow" title={`Not submitted yet: ${LIST.format(drafts)}`}>
          This feedback is still a draft and may change. Rationales note which feedback was a draft.
        </Alert>
      )}
    </>
  )
}
