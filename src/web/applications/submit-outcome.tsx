import { useEffect, useRef, type ReactNode } from 'react'

type Props = { faults: number; trouble: string | null }

/** Beside the button, where the person is looking: why nothing was sent and what to do about it. On failure, it takes the focus. */
export function SubmitOutcome({ faults, trouble }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (trouble) box.current?.focus()
  }, [trouble])
  return (
    <div className="submit-outcome">
      {faults > 0 && (
        <p className="notice bad">
          Your application hasn't been sent yet. {faults === 1 ? '1 answer needs' : `${faults} answers need`} another look:{' '}
          <a href="#error-summary">see what to fix</a>.
        </p>
      )}
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
