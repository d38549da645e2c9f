import type { ReactNode } from 'react'
import type { DraftState } from './use-draft.ts'

export function Trouble({ words, onRetry }: { words: string | null; onRetry?: (() => void) | undefined }): ReactNode {
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

export function RestoredNote({ isShown, onClear, onDismiss }: { isShown: boolean; onClear: () => void; onDismiss: () => void }): ReactNode {
  return (
    <div role="status">
      {isShown && (
        <div className="notice restored">
          <p>Previous form data has been restored</p>
          <p>
            <button type="button" className="link" onClick={onClear}>
              Clear this draft
            </button>
            <button type="button" className="link" onClick={onDismiss}>
              Hide this message
            </button>
          </p>
        </div>
      )}
    </div>
  )
}

export function DraftNote({ state, onRetry }: { state: DraftState; onRetry: () => void }): ReactNode {
  return (
    <div className="draft-note">
      <p role="status">{state}</p>
      {state === 'Failed to save' && (
        <button type="button" className="link" onClick={onRetry}>
          Try to save again
        </button>
      )}
    </div>
  )
}
