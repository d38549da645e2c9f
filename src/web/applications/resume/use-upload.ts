import { useRef, useState } from 'react'

/** An upload is abandoned when nothing has moved for this long, however long it takes in all (docs/decisions/0014). */
const STALLED_MS = 60_000
const FAILED = 'Failed to upload resume. Please try again.'
const NO_RESPONSE = 'No response from server. Please check your connection and try again.'

/** `rejected`: the server won't take this file, now or later. */
export type Outcome = 'arrived' | 'rejected' | 'failed'

/** Uploads with progress. A failure keeps the file selected. */
export function useUpload(user_session_id: number) {
  const [progress, setProgress] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const request = useRef<XMLHttpRequest>(undefined)

  function send(file: File): Promise<Outcome> {
    setTrouble(null)
    setProgress(0)
    return new Promise((resolve) => {
      const sent = new XMLHttpRequest()
      request.current = sent
      const watch = watchFor(STALLED_MS, () => end(FAILED, 'failed', true))
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

/** Calls `onStall` once when `moved` wasn't called for this long. */
function watchFor(ms: number, onStall: () => void) {
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
