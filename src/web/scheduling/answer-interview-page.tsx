import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import type { AnswerInterviewView } from '#contract/scheduling/answer-page.ts'
import { Document } from '../layout/document.tsx'
import { ANSWERED, TAKEN_OVER } from './answer-words.ts'

type Props = { view: AnswerInterviewView; site: Site; assets: Assets }

/**
 * Where an interviewer accepts or declines through the link in their email. Opening it changes nothing, because email programs open links
 * automatically.
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

function Interview({ interview }: { interview: NonNullable<AnswerInterviewView['interview']> }): ReactNode {
  const { interview_name, name, function_role_name, when, minutes, where_text, join_url, starts_at, interviewer_answer: answer } = interview
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
        </p>
      )}
      <p>
        You can change your answer until the interview starts. Declining doesn't cancel it: we'll ask a colleague who's free then, or tell the hiring lead, who
        decides what happens next.
      </p>
      {/* Without an action, the form submits to this page's own address. */}
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
    </>
  )
}
