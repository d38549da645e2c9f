import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { DRAFT_FIELDS, type AskedQuestion, type FieldFault, type SavedDraft, type Values } from '#contract/pages.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { AddressCheck } from './address-check.tsx'
import { AlreadyApplied } from './already-applied.tsx'
import { faultsOf, strip, valuesOf } from './answers.ts'
import { areCookiesBlocked, CookieNote, OfflineNote } from './browser-notes.tsx'
import { ContinueElsewhere } from './draft/continue-elsewhere.tsx'
import { EarlierNote } from './draft/earlier-note.tsx'
import { DraftNote, DraftNotes, StrippedNote, Trouble } from './form-notes.tsx'
import { FormSections } from './form-sections.tsx'
import { NoQuestions } from './no-questions.tsx'
import { PrivacyNotice, type PrivacyFacts } from './privacy-notice.tsx'
import { SubmitOutcome } from './submit-outcome.tsx'
import { useDraft } from './draft/use-draft.ts'
import { useErrorTitle } from './use-error-title.ts'
import { useFreshReturn } from './use-fresh-return.ts'
import { useSession } from './use-session.ts'
import { useSubmission } from './use-submission.ts'

export type ApplyFormProps = {
  role_id: number
  questions: AskedQuestion[]
  values: Values
  /** When the answers in a draft from another device were edited, by `question_name`. */
  edits: Record<string, number>
  /** The saved draft that this form continues. */
  saved: SavedDraft | null
  /** The outcome of the last request, unless it's an error. */
  done: string | null
  faults: FieldFault[]
  refusal: string | null
  /** The link the person arrived by. */
  via: string | null
  privacy: PrivacyFacts
  /** Fields the person used before the script loaded. */
  early?: string[]
}

/** The application form: complete as plain HTML, and the same component once its script has loaded. */
export function ApplyForm({ role_id, values, edits, done, refusal, via, privacy, early = [], ...props }: ApplyFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const [questions, setQuestions] = useState(props.questions)
  const [faults, setFaults] = useState(props.faults)
  const [attempt, setAttempt] = useState(0)
  const [stripped, setStripped] = useState('')
  const [saved, setSaved] = useState(props.saved)
  const draft = useDraft({ form, role_id, questions, values, edits, isChosen: props.saved?.is_chosen ?? false, early })
  // One question at a time: first about the versions in this browser.
  const hasOther = saved?.has_other === true && draft.news !== 'two versions'
  const session = useSession({ role_id, via }, setQuestions)
  const refuse = (wrong: FieldFault[]) => {
    setFaults(wrong)
    setAttempt((now) => now + 1)
  }
  const submission = useSubmission({
    session,
    onFaults: refuse,
    onDone: () => window.location.assign(`/roles/${role_id}/resume`),
    // The server's page says so, and includes everything that was typed.
    onClosed: () => form.current?.submit(),
  })
  useErrorTitle(faults.length > 0)
  useFreshReturn()

  function submit(event: FormEvent<HTMLFormElement>) {
    draft.save()
    // The choice between two versions is the server's, with a script too.
    if (((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.name === DRAFT_FIELDS.version) return
    event.preventDefault()
    const given = valuesOf(event.currentTarget, questions)
    const wrong = faultsOf(questions, given)
    if (wrong.length > 0) return refuse(wrong)
    setFaults([])
    // Without its cookie, the server accepts the whole form at once, as it does without a script, including licenses that the form carries.
    const carriesLicenses = questions.some(({ question_type, question_name }) => question_type === 'Licenses' && given[question_name])
    if (areCookiesBlocked() || carriesLicenses) return event.currentTarget.submit()
    void submission.submit(given, new FormData(event.currentTarget))
  }

  function edited(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (strip(event.target as HTMLInputElement)) setStripped(name)
    setFaults((now) => (now.some((fault) => fault.path === name) ? now.filter((fault) => fault.path !== name) : now))
    draft.touch(name)
  }

  if (submission.hasApplied) return <AlreadyApplied role_id={role_id} />
  if (questions.length === 0) return <NoQuestions careers_address={privacy.careers_address} />
  const labels = new Map(questions.map((question) => [question.question_name, question.question_text]))
  return (
    <form className="apply-form" method="post" action={actionOf(role_id, via)} noValidate ref={form} onSubmit={submit} onInput={edited}>
      <ErrorSummary faults={faults.map((fault) => ({ ...fault, label: labels.get(fault.path) ?? '' }))} attempt={attempt} />
      <Trouble words={session.trouble ?? refusal} onRetry={session.trouble ? session.retry : undefined} />
      <CookieNote />
      <DraftNotes role_id={role_id} draft={draft} hasOther={hasOther} />
      <EarlierNote form={form} role_id={role_id} questions={questions} onFilled={draft.filled} />
      <FormSections questions={questions} values={values} faults={faults} saved={{ name: draft.place, state: draft.state }} />
      <PrivacyNotice {...privacy} />
      <AddressCheck form={form} />
      <SubmitOutcome faults={faults.length} trouble={submission.trouble} />
      <div className="submit-row">
        <button className="button" type="submit" aria-disabled={submission.isSubmitting || undefined}>
          {submission.isSubmitting ? 'Submitting...' : 'Submit application'}
        </button>
        <DraftNote state={draft.state} onRetry={draft.save} />
      </div>
      <ContinueElsewhere {...{ form, role_id, via, questions, done, saved, hasOther }} edits={draft.edits} onFaults={refuse} onSaved={setSaved} />
      <StrippedNote label={labels.get(stripped)} />
      <OfflineNote />
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

function actionOf(role_id: number, via: string | null): string {
  return `/roles/${role_id}/apply${via === null ? '' : `?via=${via}`}`
}
