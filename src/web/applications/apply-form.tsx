import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { AskedQuestion, FieldFault, Values } from '#contract/pages.ts'
import { inFormOrder, sectionOf, SECTIONS } from '#contract/question-rules.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { AlreadyApplied } from './already-applied.tsx'
import { faultsOf, valuesOf } from './answers.ts'
import { DraftNote, RestoredNote, Trouble } from './form-notes.tsx'
import { QuestionField } from './fields/question-field.tsx'
import { NoQuestions } from './no-questions.tsx'
import { PrivacyNotice, type PrivacyFacts } from './privacy-notice.tsx'
import { useDraft } from './use-draft.ts'
import { useSession } from './use-session.ts'
import { useSubmission } from './use-submission.ts'

export type ApplyFormProps = {
  role_id: number
  questions: AskedQuestion[]
  values: Values
  faults: FieldFault[]
  refusal: string | null
  privacy: PrivacyFacts
}

/** The application form: complete as plain HTML, and the same component once its script has arrived. */
export function ApplyForm(props: ApplyFormProps): ReactNode {
  const { role_id } = props
  const form = useRef<HTMLFormElement>(null)
  const [questions, setQuestions] = useState(props.questions)
  const [faults, setFaults] = useState(props.faults)
  const [attempt, setAttempt] = useState(0)
  const draft = useDraft({ form, role_id, questions, values: props.values })
  const session = useSession(role_id, setQuestions)
  const refuse = (wrong: FieldFault[]) => {
    setFaults(wrong)
    setAttempt((now) => now + 1)
  }
  const submission = useSubmission({ session, onFaults: refuse, onDone: () => window.location.assign(`/roles/${role_id}/resume`) })
  useErrorTitle(faults.length > 0)
  useFreshReturn()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = valuesOf(event.currentTarget, questions)
    const wrong = faultsOf(questions, values)
    draft.save()
    if (wrong.length > 0) return refuse(wrong)
    setFaults([])
    void submission.submit(values, new FormData(event.currentTarget))
  }

  function edited(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    setFaults((now) => (now.some((fault) => fault.path === name) ? now.filter((fault) => fault.path !== name) : now))
    draft.touch()
  }

  if (submission.hasApplied) return <AlreadyApplied role_id={role_id} />
  if (questions.length === 0) return <NoQuestions careers_address={props.privacy.careers_address} />
  const labels = new Map(questions.map((question) => [question.question_name, question.question_text]))
  return (
    <form className="apply-form" method="post" action={`/roles/${role_id}/apply`} noValidate ref={form} onSubmit={submit} onInput={edited}>
      <ErrorSummary faults={faults.map((fault) => ({ ...fault, label: labels.get(fault.path) ?? '' }))} attempt={attempt} />
      <Trouble words={submission.trouble ?? session.trouble ?? props.refusal} onRetry={session.trouble && !submission.trouble ? session.retry : undefined} />
      <RestoredNote isShown={draft.isRestored} onClear={draft.clear} onDismiss={draft.dismiss} />
      <Sections questions={questions} values={props.values} faults={faults} />
      <PrivacyNotice {...props.privacy} />
      <div className="submit-row">
        <button className="button" type="submit" aria-disabled={submission.isSubmitting || undefined}>
          {submission.isSubmitting ? 'Submitting...' : 'Submit application'}
        </button>
        <DraftNote state={draft.state} onRetry={draft.save} />
      </div>
      <p className="still" role="status">
        {submission.progress}
      </p>
      {submission.progress !== '' && (
        <button type="button" className="link" onClick={submission.cancel}>
          Cancel
        </button>
      )}
    </form>
  )
}

type SectionsProps = { questions: AskedQuestion[]; values: Values; faults: FieldFault[] }

function Sections({ questions, values, faults }: SectionsProps): ReactNode {
  const ordered = inFormOrder(questions)
  return SECTIONS.map((section) => {
    const asked = ordered.filter((question) => sectionOf(question) === section)
    if (asked.length === 0) return null
    return (
      <section key={section} className={`form-section${section === 'Personal Information' ? ' personal' : ''}`} aria-labelledby={idOfSection(section)}>
        <h2 id={idOfSection(section)}>{section}</h2>
        {asked.map((question) => (
          <QuestionField
            key={question.question_name}
            question={question}
            value={values[question.question_name] ?? ''}
            fault={faults.find((fault) => fault.path === question.question_name)?.message ?? null}
          />
        ))}
      </section>
    )
  })
}

function idOfSection(section: string): string {
  return `section-${section.toLowerCase().replace(/[^a-z]+/g, '-')}`
}

const PREFIX = 'Error: '

function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    const title = document.title.replace(PREFIX, '')
    document.title = hasErrors ? PREFIX + title : title
  }, [hasErrors])
}

/** A page that comes back from the browser's memory may show an application that was submitted since: it asks the server again. */
function useFreshReturn(): void {
  useEffect(() => {
    const refresh = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])
}
