import { useSyncExternalStore, type ReactNode } from 'react'
import { areCookiesBlocked } from '../browser-notes.tsx'
import { idOf, type FieldProps } from './field-props.ts'
import { Hint, LabelText } from './label.tsx'

/**
 * Licenses are listed one at a time on a page of their own. Without a script or cookies, a link there would lose what's
 * typed here, so they're listed after this form; its script keeps what's typed, and opens the application that they belong to.
 */
export function LicensesField({ question }: FieldProps): ReactNode {
  const isLive = useSyncExternalStore(
    () => () => {},
    () => !areCookiesBlocked(),
    () => false,
  )
  const id = idOf({ question })
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <p className="legend" id={id}>
        <LabelText question={question} />
      </p>
      <Hint id={id} hint={question.question_placeholder} />
      {isLive ? (
        <p>
          <a href="licenses">List your licenses</a>, one at a time. What you typed here is kept. You can also do it after you send this form.
        </p>
      ) : (
        <p>You can list them one at a time, right after you send this form.</p>
      )}
    </div>
  )
}
