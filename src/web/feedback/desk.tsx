import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { readInterviewDesk, readInterviewResume, type DeskAccess, type InterviewDesk } from '#contract/interview-desk.ts'
import { call } from '#web/call.ts'
import { timeOf } from '#web/ui/clock.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { Fold } from './fold.tsx'
import classes from './desk.module.css'

const PdfPages = lazy(() => import('#web/applicants/resume/pdf-pages.tsx').then((loaded) => ({ default: loaded.PdfPages })))

type About = { user_session_id: number; ref_interview_id: number }

/** The role, the candidate's answers and the resume, beside the form. */
export function Desk({ about }: { about: About }): ReactNode {
  const desk = useCall(readInterviewDesk, about)
  // The form works without it, and offline too.
  if (desk.error && !desk.data) return <Trouble again={() => void desk.refetch()}>{whyOf(desk.error)}</Trouble>
  if (!desk.data) return null
  const { access, answers, has_resume } = desk.data
  return (
    <>
      <Where desk={desk.data} />
      <Fold title="Answers" isOpenBeside>
        {access === 'shown' ? <Answers answers={answers} /> : <Text size="sm">{WHY_HIDDEN[access](desk.data)}</Text>}
      </Fold>
      {has_resume && (
        <Fold title="Resume">
          <Resume key={about.user_session_id} about={about} />
        </Fold>
      )}
      <Fold title="Role">
        <Role desk={desk.data} />
      </Fold>
    </>
  )
}

const WHY_HIDDEN: Record<Exclude<DeskAccess, 'shown'>, (desk: InterviewDesk) => string> = {
  'before-start': ({ starts_at }) => `You'll see the answers once the interview starts${starts_at ? `: ${timeOf(starts_at)}` : ''}.`,
  never: () => "Interviewers don't see the candidate's answers for this interview.",
  'not-yours': () => 'Someone else is leading this interview, so the answers are hidden.',
}

function Where({ desk: { starts_at, join_url } }: { desk: InterviewDesk }): ReactNode {
  if (!starts_at) return null
  return (
    <Text size="sm" className={classes['where'] ?? ''}>
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
  if (answers.length === 0) return <Text size="sm">No answers to show.</Text>
  return (
    <dl className={classes['answers']}>
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
        <Text key={text} size="sm" className={classes['plain'] ?? ''}>
          {text}
        </Text>
      ))}
    </>
  )
}

/** Fetched when opened, because each access is audited. */
function Resume({ about }: { about: About }): ReactNode {
  const [at] = useState(() => Date.now())
  const resume = useQuery({
    queryKey: [readInterviewResume.path, about, at],
    queryFn: async ({ signal }) => (await call(readInterviewResume, about, { signal })) as Blob,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (resume.isError) return <Trouble again={() => void resume.refetch()}>{whyOf(resume.error)}</Trouble>
  if (!resume.data) return <Text size="sm">Loading resume…</Text>
  const pdf = resume.data
  return (
    <Suspense fallback={<Text size="sm">Opening resume…</Text>}>
      <PdfPages pdf={pdf} search="" onDownload={() => save(pdf, `resume-${about.user_session_id}.pdf`)} />
    </Suspense>
  )
}
