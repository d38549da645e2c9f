import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import type { InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import type { AnswerInterviewView } from '#contract/scheduling/answer-page.ts'
import { Document } from '../layout/document.tsx'
import { ANSWERED, TAKEN_OVER } from './answer-text.ts'
import { zoneName } from './times-text.ts'

type Props = { view: AnswerInterviewView; site: Site; assets: Assets }

/**
 * The page where an interviewer accepts, declines or proposes another time, through the link in their email. Opening it changes nothing, because
 * email apps open links automatically.
 */
export function AnswerInterviewPage({ view: { interview, refusal, is_taken_over }, site, assets }: Props): ReactNode {
  const title = interview ? 'Can you make this interview?' : is_taken_over ? 'You declined this interview' : 'This link no longer works'
  const head = {
    title: `${refusal ? 'Error: ' : ''}${title} – ${site.company_name}`,
    description: 'Accept or decline an interview.',
    path: '/interviews/answer',
    isHidden: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>{title}</h1>
        {refusal && (
          <p className="notice bad" role="alert">
            {refusal}
          </p>
        )}
        {interview ? (
          <Interview interview={interview} />
        ) : is_taken_over ? (
          <p role="status">{TAKEN_OVER}</p>
        ) : (
          <p>The interview has started, was canceled, or has a different interviewer now.</p>
        )}
        <p>
          <a href="/interviewer/dashboard">Your interviews</a> (asks you to sign in)
        </p>
      </div>
    </Document>
  )
}

const DECLINE_NOTE = "Declining doesn't cancel it: we'll ask a colleague who's free then, or tell the hiring lead, who decides what happens next."
const CHANGEABLE = 'You can change your answer until the interview starts.'
/** If they declined and the interview is still theirs, there's no one to take over. */
const NEXT: Record<InterviewerAnswer | 'unanswered', string> = {
  unanswered: DECLINE_NOTE,
  accepted: `${CHANGEABLE} ${DECLINE_NOTE}`,
  proposed: `${CHANGEABLE} ${DECLINE_NOTE}`,
  declined: `We found no colleague to take over, so the hiring lead decides what happens next. Until then, the interview stays booked. ${CHANGEABLE}`,
}

function Interview({ interview }: { interview: NonNullable<AnswerInterviewView['interview']> }): ReactNode {
  const { interview_name, name, function_role_name, when, minutes, where_text, join_url, starts_at, interviewer_answer: answer, proposed_when } = interview
  return (
    <>
      <p className="lead">
        {interview_name} with {name}
      </p>
      <p>
        <strong>{when}</strong>, {minutes} minutes. {function_role_name}.
      </p>
      <p>{join_url ? <a href={join_url}>{where_text}</a> : where_text}</p>
      {answer && (
        <p className={answer === 'accepted' ? 'notice good' : 'notice warn'} role="status">
          {ANSWERED[answer]}
          {proposed_when && ` Your proposal: ${proposed_when}.`}
        </p>
      )}
      <p>{NEXT[answer ?? 'unanswered']}</p>
      {/* Without an action, the form is sent to the current URL. */}
      <form method="post">
        <input type="hidden" name="starts_at" value={starts_at} />
        <p className="actions">
          {answer !== 'accepted' && (
            <button type="submit" className="button" name="answer" value="accepted">
              Accept
            </button>
          )}
          {answer !== 'declined' && (
            <button type="submit" className="button quiet" name="answer" value="declined">
              Decline
            </button>
          )}
        </p>
      </form>
      <ProposeTime interview={interview} />
    </>
  )
}

/** A separate form, so pressing Enter in its field only proposes a time. */
function ProposeTime({ interview: { starts_at, time_zone, interviewer_answer } }: { interview: NonNullable<AnswerInterviewView['interview']> }): ReactNode {
  return (
    <details className="none-fits">
      <summary>{interviewer_answer === 'proposed' ? 'Propose a different time' : 'Propose another time'}</summary>
      <p>The interview stays booked as it is until the hiring team moves it. The candidate isn't told about your proposal.</p>
      <form method="post" noValidate>
        <input type="hidden" name="starts_at" value={starts_at} />
        <div className="field">
          <label htmlFor="proposed">{`Day and time (${zoneName(time_zone)})`}</label>
          <input id="proposed" type="datetime-local" name="proposed_local" />
        </div>
        <p className="actions">
          <button type="submit" className="button small" name="answer" value="proposed">
            Propose this time
          </button>
        </p>
      </form>
    </details>
  )
}
