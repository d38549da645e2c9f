import { useState, type ReactNode, type RefObject } from 'react'
import type { saveDraft } from '#contract/candidate/drafts.ts'
import type { FieldError } from '#contract/applications/form-values.ts'
import { DRAFT_FIELDS, type AskedQuestion, type CarriedAnswers, type SavedDraft } from '#contract/pages.ts'
import { call, isCallFailure } from '../../call.ts'
import { findErrors, valuesOf } from '../answers.ts'
import { deviceFor, type Edits } from './drafts.ts'
import { errorText } from '../use-submission.ts'

/** Doesn't import the schemas, which this page doesn't need. */
const SAVE_DRAFT = { method: 'POST', path: '/api/candidate/drafts' } as const

type Props = {
  form: RefObject<HTMLFormElement | null>
  role_id: number
  /** The link that brought the person here. */
  via: string | null
  questions: AskedQuestion[]
  /** The server's message, for pages without a script. */
  done: string | null
  edits: RefObject<Edits>
  saved: SavedDraft | null
  /** Another device saved a second version. */
  hasOther: boolean
  /** One of the versions was carried over from another role. */
  carried: CarriedAnswers | null
  onFaults: (faults: FieldError[]) => void
  onSaved: (saved: SavedDraft) => void
}

export const CHOICE_ID = 'two-versions'

const NO_EMAIL = { path: 'email', message: 'Enter your email address to get a link' }

/** Emails a link that opens the form with these answers on another device. Without a script, the button sends the whole form. */
export function ContinueElsewhere({ form, role_id, via, questions, done, edits, saved, hasOther, carried, onFaults, onSaved }: Props): ReactNode {
  const [said, setSaid] = useState(done)
  const [isSending, setSending] = useState(false)

  async function send(): Promise<void> {
    const values = valuesOf(form.current!, questions)
    const answers = Object.entries(values)
      .filter(([, text]) => text !== '')
      .map(([question_name, user_answer_text_box]) => {
        const edited_at = edits.current[question_name]
        return { question_name, user_answer_text_box, ...(edited_at !== undefined && { edited_at }) }
      })
    const email = values['email'] ?? ''
    const wrong = findErrors(questions, values).filter((fault) => fault.path === 'email')
    if (email === '' || wrong.length > 0) return onFaults(wrong.length > 0 ? wrong : [NO_EMAIL])
    setSending(true)
    try {
      const device = deviceFor(role_id)
      const seen = { ...(saved && { saved_at: saved.saved_at }), ...(device !== undefined && { device }) }
      const draft = { ref_function_role_id: role_id, email, answers, ...(via !== null && { via }), ...seen }
      const { message, ...now } = await call<typeof saveDraft>(SAVE_DRAFT, draft, { retries: 0 })
      setSaid(message)
      onSaved({ ...now, is_chosen: false })
    } catch (failure) {
      if (isCallFailure(failure) && failure.status === 404) return showClosed(form.current!, role_id)
      setSaid(errorText(failure))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="continue-elsewhere">
      <p>Want to finish later, or on another device?</p>
      <p>
        <button
          type="submit"
          className="button quiet small"
          formAction={pathOf(role_id, via)}
          aria-disabled={isSending || undefined}
          onClick={(event) => {
            event.preventDefault()
            if (!isSending) void send()
          }}
        >
          {isSending ? 'Sending...' : 'Email me a link to continue'}
        </button>
      </p>
      <p role="status">{said}</p>
      {saved && <LoadedVersion saved={saved} hasOther={hasOther} isCarried={carried !== null} path={pathOf(role_id, via)} />}
    </div>
  )
}

const pathOf = (role_id: number, via: string | null) => `/roles/${role_id}/draft${via === null ? '' : `?via=${via}`}`

type LoadedVersionProps = Pick<Props, 'hasOther'> & { saved: SavedDraft; isCarried: boolean; path: string }

/** Sends the version this form is based on; if another device saved a second one, the server shows or discards it. */
function LoadedVersion({ saved, hasOther, isCarried, path }: LoadedVersionProps): ReactNode {
  const choose = { type: 'submit', className: 'link', formAction: path, formNoValidate: true, name: DRAFT_FIELDS.version } as const
  return (
    <>
      <input type="hidden" name={DRAFT_FIELDS.saved_at} value={saved.saved_at} />
      <input type="hidden" name={DRAFT_FIELDS.has_other} value={saved.has_other ? 'yes' : 'no'} />
      <div role="status" id={CHOICE_ID} tabIndex={-1}>
        {hasOther && (
          <div className="notice restored">
            <p>
              {isCarried
                ? "We've filled in your answers from another role, but you'd already saved different ones for this role."
                : 'Different answers to this application were saved on another device or in another tab.'}{' '}
              Which version do you want to keep?
            </p>
            <p>
              <button {...choose} value="other">
                Show the other version
              </button>
              <button {...choose} value="this">
                Keep this version
              </button>
            </p>
          </div>
        )}
      </div>
    </>
  )
}

/** The role has closed since: the server's page explains that, and includes everything that was typed. */
function showClosed(form: HTMLFormElement, role_id: number): void {
  form.action = pathOf(role_id, null)
  form.submit()
}
