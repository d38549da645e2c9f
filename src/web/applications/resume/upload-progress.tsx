import type { ReactNode } from 'react'

export function UploadProgress({ progress, onCancel }: { progress: number | null; onCancel: () => void }): ReactNode {
  if (progress === null) return null
  return (
    <div className="uploading">
      <label htmlFor="upload-progress">Uploading your resume: {progress}%</label>
      <progress id="upload-progress" max={100} value={progress} />
      <button type="button" className="button quiet small" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
