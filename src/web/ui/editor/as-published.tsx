import { useCallback, useState, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import publicStyles from '#web/public.css?inline'

let sheet: CSSStyleSheet | undefined
const FRAME = ':host { display: block; min-height: 0; background: none }'

/** The public pages' own stylesheet; its rules for the page apply to the frame. Colors and sizes are inherited from the page around it. */
function publicSheet(): CSSStyleSheet {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(publicStyles.replace(/(^|[\s,{}])(?:html|body)(?=\s*[,{])/g, '$1:host') + FRAME)
  return sheet
}

/** Shows its children as the public pages do, isolated from the staff app's styles. Links open in a new tab. */
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

function openBeside(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener,noreferrer')
}
