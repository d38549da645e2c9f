import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listApplicantsByStatus } from '#contract/applicants/applicants.ts'
import { listOwnInterviews, type OwnInterview } from '#contract/feedback.ts'
import type { Interviewer } from '#contract/interviewers.ts'
import { listInterviews, type InterviewType } from '#contract/interviews.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { OwnInterviewer } from '#web/interviewers/own-interviewer.tsx'
import { OwnHours } from '#web/scheduling/hours.tsx'
import { OwnDay } from '#web/scheduling/own-day.tsx'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { CandidateSelect } from './candidate-select.tsx'
import { Desk } from './desk.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { Instructions } from './instructions.tsx'
import { InterviewSelect, lastInterview } from './interview-select.tsx'
import { UnsavedElsewhere } from './autosave/unsaved-elsewhere.tsx'
import { useSwitch } from './use-switch.ts'
import classes from './interviewer-dashboard-screen.module.css'

export function InterviewerDashboardScreen(): ReactNode {
  return <OwnInterviewer>{(interviewer) => <Dashboard interviewer={interviewer} />}</OwnInterviewer>
}

/** Which interview, which candidate, and the form; both are in the URL, so an invitation can link here. */
function Dashboard({ interviewer }: { interviewer: Interviewer }): ReactNode {
  const [search] = useSearchParams()
  const interviews = useCall(listInterviews, {})
  const candidates = useCall(listApplicantsByStatus, { statusId: PROCEED, identifiable: true })
  const interviewId = idOf(search.get('interview')) ?? lastInterview()
  const interview = interviews.data?.find((one) => one.ref_interview_id === interviewId)
  const candidateId = idOf(search.get('candidate'))
  const ownInterviews = useCall(listOwnInterviews, {})
  const own = ownCandidates(ownInterviews.data ?? [])
  const inPanel = candidates.data?.find((one) => one.user_session_id === candidateId)
  const candidate = inPanel ?? own.find((one) => one.user_session_id === candidateId) ?? null
  const { ref_interviewer_id } = interviewer
  const target = interview && candidateId ? { user_session_id: candidateId, ref_interview_id: interview.ref_interview_id, ref_interviewer_id } : null
  const change = useSwitch(target)

  return (
    <>
      <Group justify="space-between" mb="md">
        <ArrivalTitle>Applicant Review</ArrivalTitle>
        {!target && <OwnHours />}
      </Group>
      {!target && <OwnDay />}
      <div className={classes['dashboard']}>
        <aside className={classes['choices']} aria-label="Interview and candidate">
          <Stack gap="md">
            <InterviewSelect query={interviews} chosen={interview} onChoose={(id) => change({ interview: id, candidate: candidateId })} />
            <CandidateSelect
              query={candidates}
              own={ownInterviews.isLoading ? null : own.filter((one) => one.isOpen)}
              chosen={candidateId}
              onChoose={(id) => change({ interview: interviewId, candidate: id })}
            />
            <UnsavedElsewhere
              ref_interviewer_id={ref_interviewer_id}
              current={target}
              candidates={[...(candidates.data ?? []), ...own]}
              interviews={interviews.data}
            />
          </Stack>
        </aside>
        <div className={classes['work']}>
          {interview && (
            <div className={classes['beside']}>
              <Instructions interview={interview} key={interview.ref_interview_id} />
              {target && (inPanel || candidate) && <Desk about={aboutOf(target)} key={`${target.user_session_id} ${target.ref_interview_id}`} />}
            </div>
          )}
          <div className={classes['form']}>
            {interview && target && (candidate || candidates.data) ? (
              <FeedbackForm
                target={target}
                interview={interview}
                candidate={candidate}
                isInPanel={inPanel !== undefined}
                key={`${target.user_session_id} ${target.ref_interview_id}`}
              />
            ) : (
              <WhatToChoose interview={interview} candidateId={candidateId} hasCandidates={(candidates.data?.length ?? 1) > 0} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}

function aboutOf({ user_session_id, ref_interview_id }: { user_session_id: number; ref_interview_id: number }) {
  return { user_session_id, ref_interview_id }
}

/** Each candidate in the interviewer's own interviews, once; `isOpen` while feedback on them can still be written. */
function ownCandidates(interviews: OwnInterview[]) {
  const isOpen = ({ writable_until }: OwnInterview) => writable_until === null || Date.parse(writable_until) > Date.now()
  const ids = new Set(interviews.map((one) => one.user_session_id))
  return [...ids].map((id) => {
    const theirs = interviews.filter((one) => one.user_session_id === id)
    return { ...theirs[0]!, isOpen: theirs.some(isOpen) }
  })
}

type Missing = { interview: InterviewType | undefined; candidateId: number | null; hasCandidates: boolean }

function WhatToChoose({ interview, candidateId, hasCandidates }: Missing): ReactNode {
  if (!hasCandidates) return null
  const what = [!interview && 'an interview', !candidateId && 'a candidate'].filter(Boolean).join(' and ')
  return what === '' ? null : <Text c="dimmed">Choose {what} to write your feedback.</Text>
}

function idOf(text: string | null): number | null {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null
}
