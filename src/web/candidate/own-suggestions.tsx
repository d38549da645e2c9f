import type { ReactNode } from 'react'
import type { OwnApplication } from '#contract/candidate/candidate.ts'
import type { OwnSuggestion } from '#contract/candidate/suggestions.ts'
import type { OwnPageView } from '#contract/pages.ts'
import { longDay } from '#contract/time-zone.ts'
import { QuestionField } from '#web/applications/fields/question-field.tsx'

type Failed = OwnPageView['failed']
type Props = { application: OwnApplication; failed: Failed; time_zone: string }

/** Roles we suggested: each with a yes and a no while it can be answered. */
export function OwnSuggestions({ application, failed, time_zone }: Props): ReactNode {
  return application.suggestions.map((one) => (
    <section key={one.role_suggestion_id} aria-labelledby={`suggestion-${one.role_suggestion_id}`} className="own-suggestion">
      <h3 id={`suggestion-${one.role_suggestion_id}`}>{`Another role for you: ${one.function_role_name}`}</h3>
      {one.state === 'open' && one.is_accepting ? (
        <Open application={application} suggestion={one} failed={failed} time_zone={time_zone} />
      ) : (
        <p>{pastWords(one)}</p>
      )}
    </section>
  ))
}

function pastWords({ state }: OwnSuggestion): string {
  if (state === 'yes') return 'You said yes. Your application for it is on this page.'
  if (state === 'no') return "You said no, so we won't suggest it again."
  return state === 'expired' ? 'The time to answer has ended. You can still apply on its page.' : 'This role is no longer open.'
}

function Open({ application, suggestion, failed, time_zone }: Props & { suggestion: OwnSuggestion }): ReactNode {
  const { role_suggestion_id: id, questions } = suggestion
  const isFailed = failed?.values['role_suggestion_id'] === String(id)
  const faultOf = (name: string) => (isFailed && failed.faults?.find(({ path }) => path === name)?.message) || null
  const post = (action: string) => `/application/${application.user_session_id}/${action}`
  return (
    <form method="post" action={post('accept-role')} noValidate>
      <input type="hidden" name="role_suggestion_id" value={id} />
      <p>
        <a href={`/roles/${suggestion.ref_function_role_id}`}>Read about this role</a>. Would you like to be considered for it? You can answer until{' '}
        {longDay(time_zone, suggestion.answer_until)}.
      </p>
      <p>
        If you say yes, we'll copy your resume and your answers to the questions that both roles ask. If you say no, or don't answer, we won't copy anything.
      </p>
      {questions.length > 0 && <p>This role also asks:</p>}
      {questions.map((question) => {
        // Several suggestions can ask the same question.
        const name = `${id}.${question.question_name}`
        const value = isFailed ? (failed.values[name] ?? '') : ''
        return <QuestionField key={name} question={{ ...question, question_name: name }} value={value} fault={faultOf(question.question_name)} />
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
