import type { ReactNode } from 'react'
import { sizeInWords } from './resume-file.ts'

export function ChosenFile({ file, isLocked, onRemove }: { file: File; isLocked: boolean; onRemove: () => void }): ReactNode {
  return (
    <p className="chosen" role="status">
      <strong>
        <bdi>{file.name}</bdi>
      </strong>{' '}
      <span className="size">({sizeInWords(file.size)})</span>{' '}
      {!isLocked && (
        <button type="button" className="link" onClick={onRemove}>
          Remove<span className="unseen"> {file.name}</span>
        </button>
      )}
    </p>
  )
}
