import { useRef, useState, useEffect, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { FieldError, FormValues } from '#contract/applications/form-values.ts'
import { DRAFT_FIELDS, type AskedQuestion, type CarriedAnswers, type SavedDraft } from '#contract/pages.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { AlreadyApplied } from './already-applied.tsx'
import { sortLikeForm, findErrors, stripInvisible, valuesOf, FILLED_EVENT } from './answers.ts'
import { areCookiesBlocked, CookieNote, OfflineNote } from './browser-notes.tsx'
import { ContinueElsewhere } from './draft/continue-elsewhere.tsx'
import { EarlierNote } from './draft/earlier-note.tsx'
import { DraftNote, DraftNotes, NotSent, StrippedNote, ErrorNote } from './form-notes.tsx'
import { sortForForm, sectionOf, SECTIONS } from '#contract/questions/question-rules.ts'
import { QuestionField } from './fields/question-field.tsx'
import { NoQuestions } from './no-questions.tsx'
import { MailLink } from '../layout/address.tsx'
import { useDraft } from './draft/use-draft.ts'
import { useSession, useSubmission } from './use-submission.ts'

export type ApplyFormProps = {
  role_id: number
  questions: AskedQuestion[]
  values: FormValues
  /** When the answers in a draft from another device were edited, by `question_name`. */
  edits: Record<string, number>
  /** The saved draft that this form was filled in from. */
  saved: SavedDraft | null
  /** The result of the last request, unless it's an error. */
  done: string | null
  faults: FieldError[]
  refusal: string | null
  /** The link that brought the person here. */
  via: string | null
  /** The licenses already saved with this application, such as "RN TX". */
  listed: string[]
  carried: CarriedAnswers | null
  privacy: PrivacyFacts
  /** Fields the person used before the script loaded. */
  early?: string[]
}

/** The application form: complete as plain HTML, and the same component once its script has loaded. */
export function ApplyForm({ role_id, values, edits, done, refusal, via, listed, carried, privacy, early = [], ...props }: ApplyFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const [questions, setQuestions] = useState(props.questions)
  const [found, setFaults] = useState(props.faults)
  const faults = sortLikeForm(found, questions)
  const [attempt, setAttempt] = useState(0)
  const [stripped, setStripped] = useState('')
  const [saved, setSaved] = useState(props.saved)
  const draft = useDraft({ form, role_id, questions, values, edits, isChosen: props.saved?.is_chosen ?? false, isCarried: carried !== null, early })
  // One question at a time: the one about the versions in this browser comes first.
  const hasOther = saved?.has_other === true && draft.news !== 'two versions'
  const session = useSession({ role_id, via }, setQuestions)
  const refuse = (wrong: FieldError[]) => {
    setFaults(wrong)
    setAttempt((now) => now + 1)
  }
  const submission = useSubmission({
    session,
    onFaults: refuse,
    onDone: () => window.location.assign(`/roles/${role_id}/resume`),
    // The server's page explains that the role closed, and includes everything that was typed.
    onClosed: () => form.current?.submit(),
  })
  useErrorTitle(faults.length > 0)
  useReloadOnReturn()

  function submit(event: FormEvent<HTMLFormElement>) {
    draft.save()
    // Choosing between two versions is left to the server, even with a script.
    if (((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.name === DRAFT_FIELDS.version) return
    event.preventDefault()
    const given = valuesOf(event.currentTarget, questions)
    const wrong = findErrors(questions, given)
    if (wrong.length > 0) return refuse(wrong)
    setFaults([])
    // If the cookie is missing, the server accepts the whole form at once, as it does without a script, including the licenses in the form.
    const carriesLicenses = questions.some(({ question_type, question_name }) => question_type === 'Licenses' && given[question_name])
    if (areCookiesBlocked() || carriesLicenses) return event.currentTarget.submit()
    void submission.submit(given, new FormData(event.currentTarget))
  }

  function edited(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (stripInvisible(event.target as HTMLInputElement)) setStripped(name)
    setFaults((now) => (now.some((fault) => fault.path === name) ? now.filter((fault) => fault.path !== name) : now))
    draft.touch(name)
  }

  if (submission.hasApplied) return <AlreadyApplied role_id={role_id} />
  if (questions.length === 0) return <NoQuestions careers_address={privacy.careers_address} />
  const labels = new Map(questions.map((question) => [question.question_name, question.question_text]))
  return (
    <form className="apply-form" method="post" action={actionOf(role_id, via)} noValidate ref={form} onSubmit={submit} onInput={edited}>
      <ErrorSummary faults={faults.map((fault) => ({ ...fault, label: labels.get(fault.path) ?? '' }))} attempt={attempt} />
      <ErrorNote words={session.trouble ?? refusal} onRetry={session.trouble ? session.retry : undefined} />
      <CookieNote />
      <DraftNotes role_id={role_id} draft={draft} hasOther={hasOther} carried={carried} />
      <EarlierNote form={form} role_id={role_id} questions={questions} onFilled={draft.filled} />
      <FormSections questions={questions} values={values} listed={listed} via={via} faults={faults} saved={{ name: draft.place, state: draft.state }} />
      <PrivacyNotice {...privacy} />
      <AddressCheck form={form} />
      <SubmitOutcome faults={faults.length} trouble={submission.trouble} />
      <div className="submit-row">
        <button className="button" type="submit" aria-disabled={submission.isSubmitting || undefined}>
          {submission.isSubmitting ? 'Submitting...' : 'Submit application'}
        </button>
        <DraftNote state={draft.state} onRetry={draft.save} />
      </div>
      <ContinueElsewhere {...{ form, role_id, via, questions, done, saved, hasOther, carried }} edits={draft.edits} onFaults={refuse} onSaved={setSaved} />
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

type Props = {
  questions: AskedQuestion[]
  values: FormValues
  listed: string[]
  via: string | null
  faults: FieldError[]
  saved: { name: string; state: string }
}

function FormSections({ questions, values, listed, via, faults, saved }: Props): ReactNode {
  const ordered = sortForForm(questions)
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
            saved={question.question_name === saved.name ? saved.state : ''}
            listed={listed}
            via={via}
            takesFocus={question.question_name === faults[0]?.path}
          />
        ))}
      </section>
    )
  })
}

function idOfSection(section: string): string {
  return `section-${section.toLowerCase().replace(/[^a-z]+/g, '-')}`
}

type PrivacyFacts = { company_name: string; careers_address: string; privacy_url: string; kept_for: string }

/** The notice at collection: what's stored, why, for how long, and whom to contact about it. */
function PrivacyNotice({ company_name, careers_address, privacy_url, kept_for }: PrivacyFacts): ReactNode {
  return (
    <section className="privacy" aria-labelledby="privacy-title">
      <h2 id="privacy-title">Before you submit</h2>
      <p>
        {company_name} uses your answers and your resume to consider you for this role, and for other roles if you say we may contact you about them. We also
        store basic browser details with your application. {kept_for} A person reads what you write; no software makes decisions about you. PDFs can contain
        hidden details, such as the author's name. We store the file exactly as you send it.
      </p>
      <p>
        After you apply, we'll email you a link to your application page. There you can get a copy of your data, correct it or ask us to erase it. You can also
        email <MailLink to={careers_address} />. See <a href="/how-we-hire#privacy">how we use your data</a> and the <a href={privacy_url}>Privacy Policy</a>.
      </p>
    </section>
  )
}

type SubmitOutcomeProps = { faults: number; trouble: string | null }

/** Next to the button, where the person is looking: why nothing was sent and what to do about it. Takes the focus on failure. */
function SubmitOutcome({ faults, trouble }: SubmitOutcomeProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (trouble) box.current?.focus()
  }, [trouble])
  return (
    <div className="submit-outcome">
      {faults > 0 && <NotSent faults={faults} />}
      <div role="alert" tabIndex={-1} ref={box}>
        {trouble && (
          <div className="notice bad">
            <p>{trouble}</p>
            <p>Your application hasn't been sent. Your answers are still here: check your connection and submit again.</p>
          </div>
        )}
      </div>
    </div>
  )
}

const PREFIX = 'Error: '

function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    const title = document.title.replace(PREFIX, '')
    document.title = hasErrors ? PREFIX + title : title
  }, [hasErrors])
}

/** A page restored from the browser's back/forward cache may show a form that has been submitted since, so it reloads. */
function useReloadOnReturn(): void {
  useEffect(() => {
    const refresh = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])
}

/** Repeats the address next to the button, because with a typo in it, no email would arrive. */
function AddressCheck({ form }: { form: RefObject<HTMLFormElement | null> }): ReactNode {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const element = form.current
    const read = () => setAddress(fieldOf(element)?.value.trim() ?? '')
    read()
    element?.addEventListener('input', read)
    element?.addEventListener(FILLED_EVENT, read)
    return () => {
      element?.removeEventListener('input', read)
      element?.removeEventListener(FILLED_EVENT, read)
    }
  }, [form])
  if (!isEmailAddress(address)) return null
  return (
    <p className="address-check">
      We'll email you at{' '}
      <strong>
        <bdi>{address}</bdi>
      </strong>
      .{' '}
      <button type="button" className="link" onClick={() => fieldOf(form.current)?.focus()}>
        Change<span className="unseen"> the email address</span>
      </button>
    </p>
  )
}

function fieldOf(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('[name="email"]') ?? null
}
