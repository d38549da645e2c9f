import { useRef, useState, useEffect, type FormEvent, type ReactNode } from 'react'

/** Asks for the password, then shows the document. Printing and saving are disabled because its owner asked for that; it doesn't protect anything. */
export function ProtectedPdf(): ReactNode {
  const [pdf, setPdf] = useState<ArrayBuffer | null>(null)
  if (pdf) return <PdfView pdf={pdf} />
  return <PasswordForm onOpen={setPdf} />
}

function PasswordForm({ onOpen }: { onOpen: (pdf: ArrayBuffer) => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isAsking) return
    setIsAsking(true)
    const answer = await ask(field.current!.value)
    setIsAsking(false)
    if (typeof answer !== 'string') return onOpen(answer)
    setError(answer)
    field.current!.value = ''
    field.current!.focus()
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor="password">Password</label>
        <input id="password" ref={field} type="password" autoComplete="off" required aria-invalid={error !== null} aria-describedby="password-fault" />
        <p id="password-fault" className="error" role="alert">
          {error}
        </p>
      </div>
      <button className="button" type="submit">
        {isAsking ? 'Opening…' : 'Open the document'}
      </button>
    </form>
  )
}

/** Resolves to the document, or to the message explaining why it can't be shown. */
async function ask(password: string): Promise<ArrayBuffer | string> {
  if (password === '') return 'Enter the password.'
  try {
    const response = await fetch('/api/pdfs/protected-pdf', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
      signal: AbortSignal.timeout(60_000),
    })
    if (response.ok) return await response.arrayBuffer()
    return response.status === 403 ? 'Incorrect password.' : 'Error validating password.'
  } catch {
    return 'Error validating password.'
  }
}

function PdfView({ pdf }: { pdf: ArrayBuffer }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening')

  useEffect(() => {
    const allowCopying = blockCopying()
    import('./draw-pdf.ts')
      .then(({ drawPdf }) => drawPdf(pdf, box.current!))
      .then(
        () => setState('open'),
        () => setState('failed'),
      )
    return allowCopying
  }, [pdf])

  return (
    <section aria-label="Document">
      <p>Downloading and printing are turned off for this document. You can read it here, zoom in, or have it read aloud.</p>
      <p role="status">{{ opening: 'Opening the document…', open: '', failed: "We couldn't show the document. Reload the page." }[state]}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a page wider than the screen must be reachable by keyboard */}
      <div ref={box} className="pdf" role="region" aria-label="Pages" tabIndex={0} />
    </section>
  )
}

/** Disables right-click, Ctrl/Cmd+P and Ctrl/Cmd+S while the document is shown. Returns a function that enables them again. */
function blockCopying(): () => void {
  const onMenu = (event: Event) => event.preventDefault()
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && ['p', 's'].includes(event.key.toLowerCase())) event.preventDefault()
  }
  document.addEventListener('contextmenu', onMenu)
  document.addEventListener('keydown', onKey)
  document.documentElement.classList.add('not-printed')
  return () => {
    document.removeEventListener('contextmenu', onMenu)
    document.removeEventListener('keydown', onKey)
    document.documentElement.classList.remove('not-printed')
  }
}
