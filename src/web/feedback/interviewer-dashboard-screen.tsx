import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listApplicantsByStatus } from '#contract/applicants/applicants.ts'
import { listOwnInterviews, type OwnInterview } from '#contract/feedback.ts'
import type { Interviewer } from '#contract/interviewers.ts'
import { type InterviewType, listInterviews } from '#contract/interviews.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { OwnInterviewer } from '#web/interviewers/own-interviewer.tsx'
import { OwnHours } from '#web/scheduling/hours.tsx'
import { OwnDay } from '#web/scheduling/own-day.tsx'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useQuery } from '@tanstack/react-query'
import { type DeskAccess, type InterviewDesk, readInterviewDesk, readInterviewResume } from '#contract/interview-desk.ts'
import { call } from '#web/call.ts'
import { timeOf } from '#web/ui/clock.ts'
import { errorMessage, isAnswered } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PART_FAILED, usePart } from '#web/ui/waiting/use-part.ts'
import deskClasses from './desk.module.css'
import { FeedbackForm } from './feedback-form.tsx'
import { Bullets } from '#web/ui/safe-html.tsx'
import { CandidateSelect, InterviewSelect, keepLastInterview, lastInterview } from './interview-choice.tsx'
import { UnsavedElsewhere } from './autosave/unsaved-elsewhere.tsx'
import { notify } from '#web/ui/toast.ts'
import type { Target } from './autosave/draft-storage.ts'
import { autosaveFor } from './autosave/use-autosave.ts'
import classes from './interviewer-dashboard-screen.module.css'
import { Empty } from '#web/ui/message/empty.tsx'
import foldClasses from './fold.module.css'

export function InterviewerDashboardScreen(): ReactNode {
  return <OwnInterviewer>{(interviewer) => <Dashboard interviewer={interviewer} />}</OwnInterviewer>
}

/** The interview, the candidate, and the form; the first two are in the URL, so an invitation can link here. */
function Dashboard({ interviewer }: { interviewer: Interviewer }): ReactNode {
  const [search] = useSearchParams()
  const interviews = useCall(listInterviews, {})
  const candidates = useCall(listApplicantsByStatus, { statusId: PROCEED, identifiable: true })
  const interviewId = idOf(search.get('interview')) ?? lastInterview()
  const interview = interviews.data?.find((one) => one.ref_interview_id === interviewId)
  const candidateId = idOf(search.get('candidate'))
  const ownInterviews = useCall(listOwnInterviews, {})
  const own = ownCandidates(ownInterviews.data ?? [])
  const panelCandidate = candidates.data?.find((one) => one.user_session_id === candidateId)
  const candidate = panelCandidate ?? own.find((one) => one.user_session_id === candidateId) ?? null
  const { ref_interviewer_id } = interviewer
  const target = interview && candidateId ? { user_session_id: candidateId, ref_interview_id: interview.ref_interview_id, ref_interviewer_id } : null
  const change = useSwitch(target)
  // Don't show the day's interviews where the form goes while its data loads.
  const hasForm = target !== null || (!isAnswered(interviews) && interviewId !== null && candidateId !== null)

  return (
    <>
      <Group justify="space-between" mb="md">
        <ArrivalTitle>Applicant Review</ArrivalTitle>
        {!hasForm && <OwnHours />}
      </Group>
      {!hasForm && <OwnDay />}
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
              {target && (panelCandidate || candidate) && <Desk about={subjectOf(target)} key={`${target.user_session_id} ${target.ref_interview_id}`} />}
            </div>
          )}
          <div className={classes['form']}>
            {interview && target && (candidate || candidates.data) ? (
              <FeedbackForm
                target={target}
                interview={interview}
                candidate={candidate}
                isInPanel={panelCandidate !== undefined}
                key={`${target.user_session_id} ${target.ref_interview_id}`}
              />
            ) : (
              <ChoosePrompt interview={interview} candidateId={candidateId} hasCandidates={(candidates.data?.length ?? 1) > 0} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}

function subjectOf({ user_session_id, ref_interview_id }: { user_session_id: number; ref_interview_id: number }) {
  return { user_session_id, ref_interview_id }
}

/** Each candidate in the interviewer's own interviews, once; `isOpen` while feedback on them can be written. */
function ownCandidates(interviews: OwnInterview[]) {
  const isOpen = ({ writable_until }: OwnInterview) => writable_until === null || Date.parse(writable_until) > Date.now()
  const ids = new Set(interviews.map((one) => one.user_session_id))
  return [...ids].map((id) => {
    const theirs = interviews.filter((one) => one.user_session_id === id)
    return { ...theirs[0]!, isOpen: theirs.some(isOpen) }
  })
}

type Missing = { interview: InterviewType | undefined; candidateId: number | null; hasCandidates: boolean }

function ChoosePrompt({ interview, candidateId, hasCandidates }: Missing): ReactNode {
  if (!hasCandidates) return null
  const what = [!interview && 'an interview', !candidateId && 'a candidate'].filter(Boolean).join(' and ')
  return what === '' ? null : <Text c="dimmed">Choose {what} to write your feedback.</Text>
}

function idOf(text: string | null): number | null {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Next to the form on a wide screen; above it, collapsed under a heading, on a narrow one. */
function Instructions({ interview }: { interview: InterviewType }): ReactNode {
  return (
    <CollapsibleSection title="Instructions" hint={interview.interview_name} isOpenBeside>
      {interview.interview_desc.trim() === '' ? <p>There are no instructions for this interview.</p> : <Bullets text={interview.interview_desc} />}
    </CollapsibleSection>
  )
}

type SwitchTarget = { interview: number | null | undefined; candidate: number | null }

/** Switches to another interview or candidate, saving first, and shows where the text was saved. */
function useSwitch(from: Target | null): (to: SwitchTarget) => void {
  const [, setSearch] = useSearchParams()
  return (to) => {
    void leave(from)
    if (to.interview) keepLastInterview(to.interview)
    const chosen = Object.entries(to).flatMap(([name, id]) => (id ? [[name, String(id)]] : []))
    setSearch(new URLSearchParams(chosen))
  }
}

async function leave(from: Target | null): Promise<void> {
  const autosave = from && autosaveFor(from)
  if (!autosave?.read().hasUnsaved) return
  autosave.keepDraft()
  const isSaved = await autosave.flush()
  notify(isSaved ? 'What you wrote was saved.' : 'What you wrote is kept in this browser and will be saved as soon as possible.')
}

const loadPages = async () => (await import('#web/applicants/resume/pdf-pages.tsx')).PdfPages

type FeedbackSubject = { user_session_id: number; ref_interview_id: number }

/** The role, the candidate's answers and the resume, next to the form. */
function Desk({ about }: { about: FeedbackSubject }): ReactNode {
  const desk = useCall(readInterviewDesk, about)
  // If this panel fails to load, such as offline, the form still works.
  if (desk.error && !desk.data) return <ErrorNotice again={() => void desk.refetch()}>{errorMessage(desk.error)}</ErrorNotice>
  if (!desk.data) return null
  const { access, answers, has_resume } = desk.data
  return (
    <>
      <MeetingDetails desk={desk.data} />
      <CollapsibleSection title="Answers" isOpenBeside>
        {access === 'shown' ? <Answers answers={answers} /> : <Text size="sm">{WHY_HIDDEN[access](desk.data)}</Text>}
      </CollapsibleSection>
      {has_resume && (
        <CollapsibleSection title="Resume">
          <Resume key={about.user_session_id} about={about} />
        </CollapsibleSection>
      )}
      <CollapsibleSection title="Role">
        <Role desk={desk.data} />
      </CollapsibleSection>
    </>
  )
}

const WHY_HIDDEN: Record<Exclude<DeskAccess, 'shown'>, (desk: InterviewDesk) => string> = {
  'before-start': ({ starts_at }) => `You'll see the answers once the interview starts${starts_at ? `: ${timeOf(starts_at)}` : ''}.`,
  never: () => "Interviewers don't see the candidate's answers for this interview.",
  'not-yours': () => 'Someone else is leading this interview, so the answers are hidden.',
}

function MeetingDetails({ desk: { starts_at, join_url } }: { desk: InterviewDesk }): ReactNode {
  if (!starts_at) return null
  return (
    <Text size="sm" className={deskClasses['where'] ?? ''}>
      Booked: {timeOf(starts_at)}.{' '}
      {join_url && (
        <Anchor href={join_url} inherit underline="always">
          Join the interview
        </Anchor>
      )}
    </Text>
  )
}

function Answers({ answers }: Pick<InterviewDesk, 'answers'>): ReactNode {
  if (answers.length === 0) return <Empty isPart>No answers to show.</Empty>
  return (
    <dl className={deskClasses['answers']}>
      {answers.map(({ question_text, applicants_answer }) => (
        <div key={question_text}>
          <dt>{question_text}</dt>
          <dd>{applicants_answer || 'No answer'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Role({ desk: { function_role_name, function_role_description, function_role_requirements } }: { desk: InterviewDesk }): ReactNode {
  return (
    <>
      <Text fw={600} size="sm">
        {function_role_name}
      </Text>
      {[function_role_description, function_role_requirements].filter(Boolean).map((text) => (
        <Text key={text} size="sm" className={deskClasses['plain'] ?? ''}>
          {text}
        </Text>
      ))}
    </>
  )
}

/** Fetched when opened, because each access is audited. */
function Resume({ about }: { about: FeedbackSubject }): ReactNode {
  const [at] = useState(() => Date.now())
  const { Component: PdfPages, again } = usePart(loadPages)
  const resume = useQuery({
    queryKey: [readInterviewResume.path, about, at],
    queryFn: async ({ signal }) => (await call(readInterviewResume, about, { signal })) as Blob,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (resume.isError) return <ErrorNotice again={() => void resume.refetch()}>{errorMessage(resume.error)}</ErrorNotice>
  if (!resume.data) return <Text size="sm">Loading resume…</Text>
  const pdf = resume.data
  if (again) return <ErrorNotice again={again}>{PART_FAILED}</ErrorNotice>
  if (!PdfPages) return <Text size="sm">Opening resume…</Text>
  return <PdfPages pdf={pdf} search="" onDownload={() => save(pdf, `resume-${about.user_session_id}.pdf`)} />
}

const SIDE_BY_SIDE = '(min-width: 75.01rem)'

type Props = { title: string; hint?: string; isOpenBeside?: boolean; children: ReactNode }

/** Opens and closes on click; on a wide screen, some start out open. Closed content isn't rendered. */
function CollapsibleSection({ title, hint, isOpenBeside = false, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(() => isOpenBeside && window.matchMedia(SIDE_BY_SIDE).matches)
  useEffect(() => {
    if (!isOpenBeside) return
    const beside = window.matchMedia(SIDE_BY_SIDE)
    const follow = () => setOpen(beside.matches)
    beside.addEventListener('change', follow)
    return () => beside.removeEventListener('change', follow)
  }, [isOpenBeside])
  return (
    <details className={foldClasses['fold']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Title order={2} size="h4" component="h2">
          {title}
        </Title>
        {hint && <span>{hint}</span>}
      </summary>
      {isOpen && <div className={foldClasses['text']}>{children}</div>}
    </details>
  )
}
