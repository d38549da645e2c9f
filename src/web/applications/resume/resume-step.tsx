import { useEffect, useRef, useState, useSyncExternalStore, type DragEvent, type FormEvent, type ReactNode, type RefObject } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { CompleteDialog } from '../complete-dialog.tsx'
import { clearDraft } from '../draft/drafts.ts'
import { Trouble } from '../form-notes.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useChosenFile } from './use-chosen-file.ts'
import { useLeaveWarning } from '../use-leave-warning.ts'
import { useUpload } from './use-upload.ts'

export type ResumeStepProps = {
  role_id: number
  user_session_id: number
  reference: string
  role_name: string
  company_name: string
  careers_address: string
  reply_within: string
  refusal: string | null
}

/** Select and upload, or skip: two plain forms, and the same component once its script has loaded. */
export function ResumeStep(props: ResumeStepProps): ReactNode {
  const { role_id, user_session_id } = props
  const input = useRef<HTMLInputElement>(null)
  const isReady = useIsReady()
  const chosen = useChosenFile(input, props.refusal)
  const [isComplete, setComplete] = useState(false)
  const upload = useUpload(user_session_id)
  const { file } = chosen
  const isUploading = upload.progress !== null
  useLeaveWarning(file !== null && !isComplete)
  useForgottenDraft(role_id)

  function finish() {
    clearDraft(role_id)
    setComplete(true)
  }

  function skip(event: FormEvent) {
    event.preventDefault()
    upload.cancel()
    // The confirmation waits for the end of this step, and the person may never leave the dialog that follows.
    void fetch(`/roles/${role_id}/finish`, { method: 'POST', redirect: 'manual', keepalive: true }).catch(() => {})
    finish()
  }

  const sendFile = useSending(input, chosen, upload)
  async function send(event: FormEvent) {
    event.preventDefault()
    if (file && !isUploading && (await sendFile(file)) === 'arrived') finish()
  }

  function choose(files: FileList | null) {
    upload.forget()
    void chosen.choose(files)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0 && !isUploading) choose(event.dataTransfer.files)
  }

  function remove() {
    upload.forget()
    chosen.refuse(null)
    input.current?.focus()
  }

  return (
    <>
      <Trouble words={upload.trouble ?? chosen.refusal} />
      <form method="post" action={`/roles/${role_id}/resume`} encType="multipart/form-data" onSubmit={send}>
        <input type="hidden" name="user_session_id" value={user_session_id} />
        <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <Icon name="file" />
          <label htmlFor="resume">Your resume</label>
          <p className="hint" id="resume-hint">
            One PDF, up to 10 MB. {isReady && 'You can also drop it here.'}
          </p>
          <input
            id="resume"
            ref={input}
            type="file"
            name="resume"
            accept="application/pdf"
            aria-describedby="resume-hint"
            disabled={isUploading}
            onChange={(event) => choose(event.target.files)}
          />
          {file && <ChosenFile file={file} isLocked={isUploading} onRemove={remove} />}
        </div>
        <UploadProgress progress={upload.progress} onCancel={upload.cancel} />
        <div className="submit-row">
          <button className="button" type="submit" disabled={isReady && (!file || isUploading)} aria-describedby="upload-why">
            {isUploading ? 'Uploading...' : upload.trouble && file ? 'Try uploading again' : 'Upload resume'}
          </button>
          <SkipButton role_id={role_id} />
        </div>
        <p className="hint" id="upload-why">
          {isReady && !file ? 'Choose a file first, or skip this step.' : ''}
        </p>
      </form>
      <form id="skip" method="post" action={`/roles/${role_id}/finish`} onSubmit={skip} />
      {isReady && <CompleteDialog isOpen={isComplete} {...props} />}
    </>
  )
}

/** Belongs to a separate form, so no selected file is sent; its name tells the server, for browsers that ignore the `form` attribute. */
function SkipButton({ role_id }: { role_id: number }): ReactNode {
  return (
    <button className="button quiet" type="submit" name="skip" value="yes" form="skip" formAction={`/roles/${role_id}/finish`}>
      Skip this step
    </button>
  )
}

/** Sends the file. After a rejection, the field is ready for another file, because sending the same one again would fail the same way. */
function useSending(input: RefObject<HTMLInputElement | null>, chosen: ReturnType<typeof useChosenFile>, upload: ReturnType<typeof useUpload>) {
  const [rejections, setRejections] = useState(0)
  useEffect(() => {
    if (rejections > 0) input.current?.focus()
  }, [input, rejections])

  return async (file: File) => {
    chosen.forgetRefusal()
    const outcome = await upload.send(file)
    if (outcome === 'rejected') {
      chosen.refuse(null)
      setRejections((now) => now + 1)
    }
    return outcome
  }
}

function useIsReady(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

/** The answers have been submitted, so no copy of them stays on a shared computer, however this step is left. */
function useForgottenDraft(role_id: number): void {
  useEffect(() => {
    const forget = () => clearDraft(role_id)
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [role_id])
}
