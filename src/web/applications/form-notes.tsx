import { useEffect, useRef, type ReactNode } from 'react'
import { DRAFT_FIELDS, type CarriedAnswers } from '#contract/pages.ts'
import { CHOICE_ID } from './draft/continue-elsewhere.tsx'
import { startOver } from './draft/start-over.ts'
import { UNDO_MS, type useDraft } from './draft/use-draft.ts'
import type { DraftState } from './draft/use-kept-draft.ts'

export function ErrorNote({ words, onRetry }: { words: string | null; onRetry?: (() => void) | undefined }): ReactNode {
  return (
    <div role="alert">
      {words && (
        <div className="notice bad">
          <p>{words}</p>
          {onRetry && (
            <button type="button" className="button small" onClick={onRetry}>
              Retry
            </button>
          )}
        </div>
      )}
    </div>
  )
}

export function NotSent({ faults }: { faults: number }): ReactNode {
  return (
    <p className="notice bad">
      Your application hasn't been sent yet. {faults === 1 ? '1 answer needs' : `${faults} answers need`} another look:{' '}
      <a href="#error-summary">see what to fix</a>.
    </p>
  )
}

type DraftNotesProps = {
  role_id: number
  draft: Pick<ReturnType<typeof useDraft>, 'news' | 'hasOld' | 'clear' | 'undo' | 'restore' | 'forgetCleared' | 'dismiss' | 'versions'>
  /** Another device saved a second version; the choice is at the end of the form. */
  hasOther: boolean
  carried: CarriedAnswers | null
}

/** What happened to the draft, and what the person can do about it. */
export function DraftNotes(props: DraftNotesProps): ReactNode {
  const { news, dismiss } = props.draft
  return (
    <div role="status">
      {props.carried && <CarriedNote {...props.carried} />}
      {props.hasOther && (
        <div className="notice restored">
          <p>
            There are two versions of this application:{' '}
            {props.carried
              ? 'your answers from the other role, and those you had saved for this one.'
              : 'the one in this form, and one saved on another device or in another tab.'}{' '}
            <a href={`#${CHOICE_ID}`}>Choose one below the form</a>
          </p>
        </div>
      )}
      {(news === 'restored' || news === 'continued') && <RestoredNote {...props} />}
      {news === 'two versions' && <VersionsNote {...props} />}
      {props.draft.hasOld && <FoundDraftNote {...props} />}
      {news === 'cleared' && <ClearedNote {...props} />}
      {news === 'changed elsewhere' && (
        <div className="notice restored">
          <p>This form was also edited in another tab. It now shows the latest answer to each question.</p>
          <p>
            <LinkButton words="Hide this message" onPress={dismiss} />
          </p>
        </div>
      )}
    </div>
  )
}

function RestoredNote({ role_id, draft: { news, clear, dismiss } }: DraftNotesProps): ReactNode {
  return (
    <div className="notice restored">
      <p>{news === 'continued' ? 'Here are the answers you saved. You can continue where you left off.' : 'Previous form data has been restored'}</p>
      <p>
        <LinkButton words="Clear this draft" onPress={clear} />
        <LinkButton words="Not you? Start a new application" onPress={() => startOver(role_id)} />
        <LinkButton words="Hide this message" onPress={dismiss} />
      </p>
    </div>
  )
}

function VersionsNote({ role_id, draft: { versions }, carried }: DraftNotesProps): ReactNode {
  const origin = carried ? 'your answers from the other role' : versions.isFromLink ? 'the answers from your emailed link' : 'the answers you saved last'
  return (
    <div className="notice restored">
      <p>There are two versions of this application: {origin}, and the ones typed in this browser. The form shows one of them.</p>
      <p>
        <LinkButton words="Show the other version" onPress={versions.showOther} />
        <LinkButton words="Keep this version" onPress={versions.keepThis} />
        <LinkButton words="Not you? Start a new application" onPress={() => startOver(role_id)} />
      </p>
    </div>
  )
}

/** Answers that don't fit any question here stay visible until the person leaves, and are sent along in case this role closes too. */
function CarriedNote({ from, left }: CarriedAnswers): ReactNode {
  return (
    <div className="notice restored">
      {from.map((id) => (
        <input key={id} type="hidden" name={DRAFT_FIELDS.left_from} value={id} />
      ))}
      {left.map(({ question_name, answer }) => (
        <input key={question_name} type="hidden" name={question_name} value={answer} />
      ))}
      <p>We've filled in your answers from the other role. Please check that they fit this role, then answer the rest.</p>
      {left.length > 0 && (
        <details>
          <summary>{left.length === 1 ? '1 answer to a question' : `${left.length} answers to questions`} this role doesn't ask</summary>
          <dl className="typed">
            {left.map(({ question_name, question_text, answer }) => (
              <div key={question_name}>
                <dt>{question_text}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

function FoundDraftNote({ role_id, draft: { news, restore } }: DraftNotesProps): ReactNode {
  return (
    <div className="notice restored">
      <p>Someone started this application on this device. If it was you, you can continue where you left off.</p>
      <p>
        <LinkButton words="Show the saved answers" onPress={restore} />
        {news !== 'restored' && <LinkButton words="Not you? Start a new application" onPress={() => startOver(role_id)} />}
      </p>
    </div>
  )
}

/** Undo has the focus, so an accidental clear can be undone with one keypress. */
function ClearedNote({ draft: { undo, forgetCleared } }: DraftNotesProps): ReactNode {
  const place = useRef<HTMLButtonElement>(null)
  const forget = useRef(forgetCleared)
  useEffect(() => {
    const button = place.current
    button?.focus()
    const timer = setTimeout(() => {
      if (document.activeElement === button) button?.form?.querySelector<HTMLElement>('.field input')?.focus({ preventScroll: true })
      forget.current()
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="notice restored">
      <p>Draft cleared.</p>
      <p>
        <button type="button" className="link" ref={place} onClick={undo}>
          Undo
        </button>
      </p>
    </div>
  )
}

/** Explains that invisible control characters were removed from pasted text. */
export function StrippedNote({ label }: { label: string | undefined }): ReactNode {
  return <p role="status">{label && `Invisible characters were removed from “${label}”. Please check that it still reads correctly.`}</p>
}

function LinkButton({ words, onPress }: { words: string; onPress: () => void }): ReactNode {
  return (
    <button type="button" className="link" onClick={onPress}>
      {words}
    </button>
  )
}

export function DraftNote({ state, onRetry }: { state: DraftState; onRetry: () => void }): ReactNode {
  return (
    <div className="draft-note">
      <p role="status">{state}</p>
      {state === 'Failed to save' && (
        <button type="button" className="link" onClick={onRetry}>
          Try saving again
        </button>
      )}
    </div>
  )
}
