import { useEffect, useRef, useState, type ReactNode } from 'react'

export function PdfView({ pdf }: { pdf: ArrayBuffer }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening')

  useEffect(() => {
    const letGo = holdBack()
    import('./draw-pdf.ts')
      .then(({ drawPdf }) => drawPdf(pdf, box.current!))
      .then(
        () => setState('open'),
        () => setState('failed'),
      )
    return letGo
  }, [pdf])

  return (
    <section aria-label="Document">
      <p>Downloading and printing are turned off for this document. You can read it here, zoom in, or have it read aloud.</p>
      <p role="status">{{ opening: 'Opening the document…', open: '', failed: "We couldn't show the document. Reload the page." }[state]}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a page wider than a phone must be scrollable by keyboard */}
      <div ref={box} className="pdf" role="region" aria-label="Pages" tabIndex={0} />
    </section>
  )
}

/** Disables right-click, Ctrl/Cmd+P and Ctrl/Cmd+S while the document is shown. Returns a function that undoes it. */
function holdBack(): () => void {
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
