import type { ReactNode } from 'react'

/** What came of the form that was just sent. It takes the focus, without a script too: by keyboard or screen reader, one goes on from here. */
export function Said({ done, refusal }: { done: string | null; refusal: string | null }): ReactNode {
  return (
    <>
      {done && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded anew, and the reader is no longer where they were
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
