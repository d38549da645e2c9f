import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { ReactNode } from 'react'
import { STAGE_LABELS, type OwnApplication } from '#contract/candidate/candidate.ts'
import type { Assets, OwnPageView, Site } from '#contract/pages.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { Document } from '../layout/document.tsx'
import { MailLink } from '../layout/address.tsx'
import { FormResult } from '../layout/form-result.tsx'
import { isKeptBeyond, KeptUntil, OwnActions, OwnInterviews } from './own-application.tsx'
import type { OwnSuggestion } from '#contract/candidate/suggestions.ts'
import { QuestionField } from '#web/applications/fields/question-field.tsx'

type Props = { view: OwnPageView; site: Site; assets: Assets }

/** Everything a candidate can see and change without an account. Works without JavaScript. */
export function OwnPage({ view, site, assets }: Props): ReactNode {
  const { applications, done, refusal, failed } = view
  const title = applications ? 'Your applications' : 'Find your application'
  const head = {
    title: `${refusal ? 'Error: ' : ''}${title} – Careers at ${site.company_name}`,
    description: 'Check on your application, update it or withdraw it.',
    path: '/application',
    isHidden: true,
    isOwn: applications !== null,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>{title}</h1>
        <FormResult done={done} refusal={refusal} />
        {applications ? (
          <>
            {applications.map((one) => (
              <ApplicationSection key={one.user_session_id} application={one} failed={failed} time_zone={site.time_zone} />
            ))}
            <OtherRoles wants_updates={view.wants_updates === true} />
            <ThisDevice is_kept={view.is_kept} />
          </>
        ) : (
          <FindForm typed={failed?.values['email'] ?? ''} refusal={refusal} />
        )}
      </div>
    </Document>
  )
}

function OtherRoles({ wants_updates }: { wants_updates: boolean }): ReactNode {
  return (
    <section aria-labelledby="other-roles">
      <h2 id="other-roles">Other roles</h2>
      <p>{wants_updates ? 'You said we may email you about other suitable roles.' : "We won't email you about other roles."}</p>
      <form method="post" action="/application/updates" className="actions">
        <button type="submit" className="button quiet" name="wants" value={wants_updates ? 'no' : 'yes'}>
          {wants_updates ? "Don't email me about other roles" : 'Email me about other suitable roles'}
        </button>
      </form>
    </section>
  )
}

function ThisDevice({ is_kept }: { is_kept: boolean }): ReactNode {
  return (
    <section aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <p>
        {is_kept
          ? `You'll stay signed in on this device for ${RETENTION_PERIODS.access} days. If others use it, sign out so they can't open this page.`
          : 'Close the browser or sign out so no one else on this device can open this page.'}
      </p>
      <form method="post" action="/application/stay" className="actions">
        <button type="submit" className="button quiet" name="keep" value={is_kept ? 'no' : 'yes'}>
          {is_kept ? 'Sign me out when I close the browser' : 'Keep me signed in on this device'}
        </button>
      </form>
    </section>
  )
}

function FindForm({ typed, refusal }: { typed: string; refusal: string | null }): ReactNode {
  return (
    <form method="post" action="/application/find">
      <p className="lead">Enter the email address you applied with. We'll email you a link to check on your application, update it or withdraw it.</p>
      <div className="field">
        <label htmlFor="email">Email address</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          defaultValue={typed}
          {...(refusal && typed && { 'aria-invalid': true, 'aria-describedby': 'refusal' })}
        />
      </div>
      <p className="actions">
        <button type="submit" className="button">
          Email me a link
        </button>
      </p>
    </form>
  )
}

type OwnProps = { application: OwnApplication; failed: OwnPageView['failed']; time_zone: string }

function ApplicationSection({ application, failed, time_zone }: OwnProps): ReactNode {
  const { user_session_id: id, function_role_name, stage, stage_text, applied_at, reply_by } = application
  return (
    <section aria-labelledby={`application-${id}`} className="own-application">
      <h2 id={`application-${id}`}>{function_role_name}</h2>
      <p>
        <strong className="stage" data-stage={stage}>{`${STAGE_LABELS[stage].name}.`}</strong> {stage_text}
      </p>
      {stage === 'interviews' && <OwnInterviews application={application} />}
      <OwnSuggestions application={application} failed={failed} time_zone={time_zone} />
      <dl className="own-facts">
        {reply_by && (
          <div>
            <dt>You'll hear from us by</dt>
            <dd>{formatLongDay(time_zone, reply_by)}</dd>
          </div>
        )}
        <div>
          <dt>Applied</dt>
          <dd>{formatLongDay(time_zone, applied_at)}</dd>
        </div>
        <div>
          <dt>The law may require us to keep it until</dt>
          <dd>{formatLongDay(time_zone, application.keep_until)} or later</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>{application.reference}</dd>
        </div>
        <div className="whole">
          <dt>Questions?</dt>
          <dd>
            {application.hiring_lead_name}, <MailLink to={application.hiring_lead_email} />
          </dd>
        </div>
      </dl>
      {application.erasure_due_at && (
        <p className="notice">
          You asked us to erase this application.{' '}
          {isKeptBeyond(application, application.erasure_due_at) ? (
            <>
              We'll lock it by {formatLongDay(time_zone, application.erasure_due_at)}. <KeptUntil application={application} time_zone={time_zone} />
            </>
          ) : (
            `We'll erase it by ${formatLongDay(time_zone, application.erasure_due_at)}.`
          )}
        </p>
      )}
      <p>
        <a href={`/application/${id}/licenses`}>Your licenses</a>
      </p>
      <Correspondence application={application} time_zone={time_zone} />
      <OwnActions application={application} failed={failed?.user_session_id === id ? failed : null} time_zone={time_zone} />
    </section>
  )
}

function Correspondence({ application, time_zone }: Omit<OwnProps, 'failed'>): ReactNode {
  return (
    <details>
      <summary>What you sent us, and what we sent you</summary>
      <dl>
        {application.answers.map(({ question_text, answer }) => (
          <div key={question_text}>
            <dt>{question_text}</dt>
            <dd>{answer || 'No answer'}</dd>
          </div>
        ))}
        <div>
          <dt>Resume</dt>
          <dd>
            {application.has_resume ? (
              <a href={`/api/candidate/applications/${application.user_session_id}/resume`} download={`resume-${application.reference}.pdf`}>
                Download your resume (PDF)
              </a>
            ) : (
              'None'
            )}
          </dd>
        </div>
      </dl>
      {application.emails.length > 0 && (
        <>
          <h3>Emails from us</h3>
          <ul>
            {application.emails.map(({ subject, sent_at }) => (
              <li key={`${sent_at} ${subject}`}>{`${subject}, ${formatLongDay(time_zone, sent_at)}`}</li>
            ))}
          </ul>
        </>
      )}
      <h3>Everything we have</h3>
      <ul>
        <li>
          <a href={`/application/${application.user_session_id}/export`}>See everything on one page</a>
        </li>
        <li>
          <a href={`/api/candidate/applications/${application.user_session_id}/export`} download={`application-${application.reference}.json`}>
            Download everything (JSON)
          </a>
        </li>
      </ul>
    </details>
  )
}

type FailedForm = OwnPageView['failed']
type OwnSuggestionsProps = { application: OwnApplication; failed: FailedForm; time_zone: string }

/** Roles we suggested, with buttons to accept or decline as long as the candidate can respond. */
function OwnSuggestions({ application, failed, time_zone }: OwnSuggestionsProps): ReactNode {
  return application.suggestions.map((one) => (
    <section key={one.role_suggestion_id} aria-labelledby={`suggestion-${one.role_suggestion_id}`} className="own-suggestion">
      <h3 id={`suggestion-${one.role_suggestion_id}`}>{`Another role for you: ${one.function_role_name}`}</h3>
      {one.state === 'open' && one.is_accepting ? (
        <OpenSuggestion application={application} suggestion={one} failed={failed} time_zone={time_zone} />
      ) : (
        <PastSuggestion suggestion={one} />
      )}
    </section>
  ))
}

function PastSuggestion({ suggestion }: { suggestion: OwnSuggestion }): ReactNode {
  const { state, is_accepting, ref_function_role_id: role } = suggestion
  if (state === 'yes') return <p>You said yes. Your application for it is on this page.</p>
  if (state === 'no') return <p>You said no, so we won't suggest it again.</p>
  if (!is_accepting) return <p>This role is no longer open.</p>
  return (
    <p>
      The deadline to answer has passed. You can still apply on <a href={`/roles/${role}`}>the role's page</a>.
    </p>
  )
}

function OpenSuggestion({ application, suggestion, failed, time_zone }: OwnSuggestionsProps & { suggestion: OwnSuggestion }): ReactNode {
  const { role_suggestion_id: id, questions } = suggestion
  const isFailed = failed?.values['role_suggestion_id'] === String(id)
  const errorOf = (name: string) => (isFailed && failed.faults?.find(({ path }) => path === name)?.message) || null
  const firstWrong = questions.find(({ question_name }) => errorOf(question_name))
  const post = (action: string) => `/application/${application.user_session_id}/${action}`
  return (
    <form method="post" action={post('accept-role')} noValidate>
      <input type="hidden" name="role_suggestion_id" value={id} />
      <p>
        <a href={`/roles/${suggestion.ref_function_role_id}`}>Read about this role</a>. Would you like to be considered for it? You can answer until{' '}
        {formatLongDay(time_zone, suggestion.answer_until)}.
      </p>
      <p>
        If you say yes, we'll copy your resume and your answers to the questions that both roles ask. If you say no, or don't answer, we won't copy anything.
      </p>
      {questions.length > 0 && <p>This role also asks:</p>}
      {questions.map((question) => {
        // Several suggestions can ask the same question.
        const name = `${id}.${question.question_name}`
        const value = isFailed ? (failed.values[name] ?? '') : ''
        const asked = { ...question, question_name: name }
        return <QuestionField key={name} question={asked} value={value} fault={errorOf(question.question_name)} takesFocus={question === firstWrong} />
      })}
      <p className="actions">
        <button type="submit" className="button small" name="action" value="accept-role">
          Yes, consider me
        </button>
        <button type="submit" className="button small quiet" name="action" value="decline-role" formAction={post('decline-role')} formNoValidate>
          No, thank you
        </button>
      </p>
    </form>
  )
}
