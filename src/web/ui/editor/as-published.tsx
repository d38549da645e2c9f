import { useCallback, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import publicStyles from '#web/public.css?inline'

let sheet: CSSStyleSheet | undefined
const FRAME = ':host { display: block; min-height: 0; background: none }'

/** The public pages' own stylesheet; its rules for the page apply to the frame. Colors and sizes are inherited from the surrounding page. */
function publicSheet(): CSSStyleSheet {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(publicStyles.replace(/(^|[\s,{}])(?:html|body)(?=\s*[,{])/g, '$1:host') + FRAME)
  return sheet
}

/** Renders its children with the public pages' styles, isolated from the staff app's. Links open in a new tab. */
export function AsPublished({ children }: { children: ReactNode }): ReactNode {
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  const attach = useCallback((host: HTMLDivElement | null) => {
    if (!host) return
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [publicSheet()]
    setRoot(shadow)
  }, [])
  return <div ref={attach}>{root && createPortal(<div onClickCapture={openBeside}>{children}</div>, root)}</div>
}

const PHONE = { width: 390, height: 640 }

/** The same at phone width, in the light scheme: in a frame, because the public pages' layout depends on the window's width. */
export function OnPhone({ title, look, children }: { title: string; look: CSSProperties; children: ReactNode }): ReactNode {
  const [page, setPage] = useState<HTMLElement | null>(null)
  const attach = useCallback((frame: HTMLIFrameElement | null) => {
    const inside = frame?.contentWindow as (Window & typeof globalThis) | null | undefined
    if (!inside) return
    const own = new inside.CSSStyleSheet()
    own.replaceSync(publicStyles)
    inside.document.adoptedStyleSheets = [own]
    inside.document.documentElement.lang = 'en'
    inside.document.documentElement.dataset['scheme'] = 'light'
    setPage(inside.document.body)
  }, [])
  return (
    <>
      <iframe ref={attach} title={title} sandbox="allow-same-origin" {...PHONE} style={{ display: 'block', inlineSize: '100%', border: 0 }} />
      {page &&
        createPortal(
          <div onClickCapture={openBeside} style={look}>
            {children}
          </div>,
          page,
        )}
    </>
  )
}

function openBeside(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener,noreferrer')
}
