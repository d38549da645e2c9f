import { useRef, useState } from 'react'

const TIMEOUT = 60_000
const FAILED = 'Failed to upload resume. Please try again.'
const NO_RESPONSE = 'No response from server. Please check your connection and try again.'

/** Uploads with progress. `send` says whether the file arrived; a failure keeps everything as it was. */
export function useUpload(user_session_id: number) {
  const [progress, setProgress] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const request = useRef<XMLHttpRequest>(undefined)

  function send(file: File): Promise<boolean> {
    setTrouble(null)
    setProgress(0)
    return new Promise((resolve) => {
      const sent = new XMLHttpRequest()
      request.current = sent
      const end = (words: string | null, isDone = false) => {
        setProgress(null)
        setTrouble(words)
        resolve(isDone)
      }
      sent.upload.addEventListener('progress', (event) => event.lengthComputable && setProgress(Math.floor((event.loaded / event.total) * 100)))
      sent.addEventListener('load', () => (sent.status >= 200 && sent.status < 300 ? end(null, true) : end(detailOf(sent))))
      sent.addEventListener('error', () => end(NO_RESPONSE))
      sent.addEventListener('timeout', () => end(FAILED))
      sent.addEventListener('abort', () => end('The upload was stopped. Your file is still chosen.'))
      sent.open('POST', '/api/user-session/resume')
      sent.timeout = TIMEOUT
      sent.send(bodyOf(user_session_id, file))
    })
  }

  return { progress, trouble, send, cancel: () => request.current?.abort(), forget: () => setTrouble(null) }
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
