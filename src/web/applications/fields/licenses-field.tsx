import { useSyncExternalStore, type ReactNode } from 'react'
import { areCookiesBlocked } from '../browser-notes.tsx'
import { idOf, type FieldProps } from './field-props.ts'
import { Hint, LabelText } from './label.tsx'

/**
 * Licenses are listed one at a time on a separate page. With a script, this is a link: the script saves what's typed and opens the application they
 * belong to. Otherwise it's a button that sends the whole form along and returns it with the list.
 */
export function LicensesField({ question, value }: FieldProps): ReactNode {
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
      {value !== '' && <p>{`You've listed ${listedWords(value)}.`}</p>}
      {isLive && value === '' ? (
        <p>
          <a href="licenses">List your licenses</a>, one at a time. We'll keep what you've typed here. You can also do it after you submit this form.
        </p>
      ) : (
        <p>
          <input type="hidden" name={question.question_name} value={value} />
          {/* The first button is the one that Enter activates in a field. */}
          <button type="submit" hidden>
            Submit application
          </button>
          <button type="submit" className="button quiet" formAction="list-licenses" formNoValidate>
            {value === '' ? 'List your licenses' : 'Change your licenses'}
          </button>{' '}
          We'll keep what you've typed here.
        </p>
      )}
    </div>
  )
}

/** A summary of the list that the form carries. */
function listedWords(value: string): string {
  try {
    const { licenses } = JSON.parse(value) as { licenses: { license_type: string; license_state: string }[] }
    return new Intl.ListFormat('en-US').format(licenses.map(({ license_type, license_state }) => `${license_type} ${license_state}`)) || 'none'
  } catch {
    return 'licenses that can’t be read'
  }
}
