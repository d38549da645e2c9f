import type { ReactNode } from 'react'

/** The result of the form just sent. Takes the focus, even without a script, so keyboard and screen reader users continue from here. */
export function FormResult({ done, refusal }: { done: string | null; refusal: string | null }): ReactNode {
  return (
    <>
      {done && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was reloaded, so the reader has lost their place
        <p className="notice good" role="status" tabIndex={-1} autoFocus={!refusal}>
          {done}
        </p>
      )}
      {refusal && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
        <p className="notice bad" role="alert" id="refusal" tabIndex={-1} autoFocus>
          {refusal}
        </p>
      )}
    </>
  )
}
