import { useRef, useState, useSyncExternalStore, type DragEvent, type FormEvent, type ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { clearDraft } from './drafts.ts'
import { Trouble } from './form-notes.tsx'
import { errorOfFile } from './resume-file.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useUpload } from './use-upload.ts'

export type ResumeStepProps = {
  role_id: number
  user_session_id: number
  role_name: string
  company_name: string
  careers_address: string
  refusal: string | null
}

/** Choose and upload, or skip: two plain forms, and the same component once its script has arrived. */
export function ResumeStep(props: ResumeStepProps): ReactNode {
  const { role_id, user_session_id } = props
  const input = useRef<HTMLInputElement>(null)
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState(props.refusal)
  const [isComplete, setComplete] = useState(false)
  const upload = useUpload(user_session_id)
  const isUploading = upload.progress !== null
  useLeaveWarning(file !== null && !isComplete)

  function choose(chosen: File | undefined) {
    upload.forget()
    const wrong = chosen ? errorOfFile(chosen) : null
    setRefusal(wrong)
    setFile(chosen && !wrong ? chosen : null)
    if (wrong && input.current) input.current.value = ''
  }

  function remove() {
    if (input.current) input.current.value = ''
    choose(undefined)
    input.current?.focus()
  }

  function finish() {
    clearDraft(role_id)
    setComplete(true)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    setRefusal(null)
    if (file && !isUploading && (await upload.send(file))) finish()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const dropped = event.dataTransfer.files
    if (dropped.length === 0 || isUploading) return
    if (input.current) input.current.files = dropped
    choose(dropped[0])
  }

  return (
    <>
      <Trouble words={upload.trouble ?? refusal} />
      <form method="post" action={`/roles/${role_id}/resume`} encType="multipart/form-data" onSubmit={send}>
        <input type="hidden" name="user_session_id" value={user_session_id} />
        <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <Icon name="file" />
          <label htmlFor="resume">Your resume</label>
          <p className="hint" id="resume-hint">
            One PDF file of up to 10 MB. {isReady && 'You can also drop it here.'}
          </p>
          <input
            id="resume"
            ref={input}
            type="file"
            name="resume"
            accept="application/pdf"
            aria-describedby="resume-hint"
            disabled={isUploading}
            onChange={(event) => choose(event.target.files?.[0])}
          />
          {file && <ChosenFile file={file} isLocked={isUploading} onRemove={remove} />}
        </div>
        <UploadProgress progress={upload.progress} onCancel={upload.cancel} />
        <div className="submit-row">
          <button className="button" type="submit" disabled={isReady && (!file || isUploading)} aria-describedby="upload-why">
            {isUploading ? 'Uploading...' : upload.trouble && file ? 'Try the upload again' : 'Upload resume'}
          </button>
          <SkipButton role_id={role_id} />
        </div>
        <p className="hint" id="upload-why">
          {isReady && !file ? 'Choose a file first, or skip this step.' : ''}
        </p>
      </form>
      <form id="skip" method="post" action={`/roles/${role_id}/finish`} onSubmit={(event) => (event.preventDefault(), upload.cancel(), finish())} />
      {isReady && <CompleteDialog isOpen={isComplete} {...props} />}
    </>
  )
}

/** Belongs to a form of its own, so that no chosen file is sent; its name tells the server where a browser knows one form only. */
function SkipButton({ role_id }: { role_id: number }): ReactNode {
  return (
    <button className="button quiet" type="submit" name="skip" value="yes" form="skip" formAction={`/roles/${role_id}/finish`}>
      Skip this step
    </button>
  )
}

/** Whether the script runs never changes while it does. */
function never(): () => void {
  return () => {}
}
