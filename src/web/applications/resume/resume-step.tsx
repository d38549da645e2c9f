import { useEffect, useRef, useState, useSyncExternalStore, type DragEvent, type FormEvent, type ReactNode, type RefObject } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { formatSize, errorOfFile } from './resume-file.ts'
import { CompleteDialog } from '../complete-dialog.tsx'
import { clearDraft } from '../draft/drafts.ts'
import { ErrorNote } from '../form-notes.tsx'
import { useLeaveWarning } from '../use-leave-warning.ts'

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
  useDiscardDraft(role_id)

  function finish() {
    clearDraft(role_id)
    setComplete(true)
  }

  function skip(event: FormEvent) {
    event.preventDefault()
    upload.cancel()
    // The confirmation is sent at the end of this step, and the person may never close the dialog that follows.
    void fetch(`/roles/${role_id}/finish`, { method: 'POST', redirect: 'manual', keepalive: true }).catch(() => {})
    finish()
  }

  const sendFile = useSendFile(input, chosen, upload)
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
      <ErrorNote words={upload.trouble ?? chosen.refusal} />
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

/** Part of a separate form, so no selected file is sent; its name tells the server about the skip in browsers that ignore the `form` attribute. Lynx shows the value. */
function SkipButton({ role_id }: { role_id: number }): ReactNode {
  return (
    <button className="button quiet" type="submit" name="skip" value="Skip this step" form="skip" formAction={`/roles/${role_id}/finish`}>
      Skip this step
    </button>
  )
}

/** Sends the file. After a rejection, the field is reset for another file, because sending the same one again would fail the same way. */
function useSendFile(input: RefObject<HTMLInputElement | null>, chosen: ReturnType<typeof useChosenFile>, upload: ReturnType<typeof useUpload>) {
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

/** The answers have been submitted, so no copy should stay on a shared computer, however this step ends. */
function useDiscardDraft(role_id: number): void {
  useEffect(() => {
    const forget = () => clearDraft(role_id)
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [role_id])
}

function ChosenFile({ file, isLocked, onRemove }: { file: File; isLocked: boolean; onRemove: () => void }): ReactNode {
  return (
    <p className="chosen" role="status">
      <strong>
        <bdi>{file.name}</bdi>
      </strong>{' '}
      <span className="size">({formatSize(file.size)})</span>{' '}
      {!isLocked && (
        <button type="button" className="link" onClick={onRemove}>
          Remove<span className="unseen"> {file.name}</span>
        </button>
      )}
    </p>
  )
}

function UploadProgress({ progress, onCancel }: { progress: number | null; onCancel: () => void }): ReactNode {
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

/** The file a person selected or dropped, once its first bytes show that it's a PDF. */
function useChosenFile(input: RefObject<HTMLInputElement | null>, first: string | null) {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState(first)

  /** `files`: none, one, or (dropped) several. */
  async function choose(files: FileList | null) {
    const [chosen] = files ?? []
    const wrong = files && files.length > 1 ? `You dropped ${files.length} files. Please drop one PDF.` : chosen ? await errorOfFile(chosen) : null
    if (wrong || !chosen) return refuse(wrong)
    if (input.current && files) input.current.files = files
    setRefusal(null)
    setFile(chosen)
  }

  /** Deselects the file; `words` explain why. */
  function refuse(words: string | null) {
    if (input.current) input.current.value = ''
    setFile(null)
    setRefusal(words)
  }

  return { file, refusal, choose, refuse, forgetRefusal: () => setRefusal(null) }
}

/** An upload is aborted after this long without progress, however long it takes overall (docs/decisions/0014). */
const STALLED_MS = 60_000
const FAILED = 'Failed to upload resume. Please try again.'
const NO_RESPONSE = 'No response from server. Please check your connection and try again.'

/** `rejected`: the server will never accept this file. */
type Outcome = 'arrived' | 'rejected' | 'failed'

/** Uploads with progress. A failure keeps the file selected. */
function useUpload(user_session_id: number) {
  const [progress, setProgress] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const request = useRef<XMLHttpRequest>(undefined)

  function send(file: File): Promise<Outcome> {
    setTrouble(null)
    setProgress(0)
    return new Promise((resolve) => {
      const sent = new XMLHttpRequest()
      request.current = sent
      const watch = onStallAfter(STALLED_MS, () => end(FAILED, 'failed', true))
      const end = (words: string | null, outcome: Outcome, isStalled = false) => {
        watch.stop()
        if (request.current !== sent) return
        request.current = undefined
        if (isStalled) sent.abort()
        setProgress(null)
        setTrouble(words)
        resolve(outcome)
      }
      sent.upload.addEventListener('progress', (event) => {
        watch.moved()
        if (event.lengthComputable) setProgress(Math.floor((event.loaded / event.total) * 100))
      })
      sent.addEventListener('load', () => {
        if (sent.status >= 200 && sent.status < 300) end(null, 'arrived')
        else end(detailOf(sent), [413, 415, 422].includes(sent.status) ? 'rejected' : 'failed')
      })
      sent.addEventListener('error', () => end(NO_RESPONSE, 'failed'))
      sent.addEventListener('abort', () => end('Upload canceled. Your file is still selected.', 'failed'))
      sent.open('POST', '/api/user-session/resume')
      sent.send(bodyOf(user_session_id, file))
    })
  }

  return { progress, trouble, send, cancel: () => request.current?.abort(), forget: () => setTrouble(null) }
}

/** Calls `onStall` once if `moved` isn't called for this long. */
function onStallAfter(ms: number, onStall: () => void) {
  let timer = setTimeout(onStall, ms)
  return {
    moved: () => {
      clearTimeout(timer)
      timer = setTimeout(onStall, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

function bodyOf(user_session_id: number, file: File): FormData {
  const body = new FormData()
  body.set('user_session_id', String(user_session_id))
  body.set('resume', file)
  return body
}

function detailOf(sent: XMLHttpRequest): string {
  try {
    return (JSON.parse(sent.responseText) as { detail?: string }).detail ?? FAILED
  } catch {
    return FAILED
  }
}
