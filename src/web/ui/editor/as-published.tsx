import { useElementSize } from '@mantine/hooks'
import { useCallback, useEffect, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import publicStyles from '#web/public.css?inline'
import classes from './as-published.module.css'

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
  return <div ref={attach}>{root && createPortal(<div onClickCapture={openInNewTab}>{children}</div>, root)}</div>
}

type InFrameProps = {
  title: string
  /** The width of the page inside, in pixels; the frame scales it to the available space. */
  width: number
  scheme: 'light' | 'dark'
  look: CSSProperties
  /** Called with the page after each change to it, and when its size or its pictures change. */
  onShown?: (page: HTMLElement) => void
  children: ReactNode
}

/** The same in a frame with its own width, because the public pages' layout depends on the window's. */
export function PreviewFrame({ title, width, scheme, look, onShown, children }: InFrameProps): ReactNode {
  const [page, setPage] = useState<HTMLElement | null>(null)
  const attach = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const inside = frame?.contentWindow as (Window & typeof globalThis) | null | undefined
      if (!inside) return
      const own = new inside.CSSStyleSheet()
      own.replaceSync(publicStyles)
      inside.document.adoptedStyleSheets = [own]
      inside.document.documentElement.lang = 'en'
      inside.document.documentElement.dataset['scheme'] = scheme
      setPage(inside.document.body)
    },
    [scheme],
  )
  useEffect(() => {
    if (!page) return
    const watch = new ResizeObserver(() => onShown?.(page))
    for (const one of [page, ...page.querySelectorAll('img')]) watch.observe(one)
    return () => watch.disconnect()
  })
  return (
    <>
      <ScaledPreview width={width} onFitted={() => page && onShown?.(page)}>
        <iframe ref={attach} title={title} sandbox="allow-same-origin" />
      </ScaledPreview>
      {page &&
        createPortal(
          <div onClickCapture={openInNewTab} style={look}>
            {children}
          </div>,
          page,
        )}
    </>
  )
}

type ScaledProps = { width: number; /** Called after each change of the frame or its size. */ onFitted?: () => void; children: ReactNode }

/** Scales a frame of this width to the available width; its height fills the box. */
export function ScaledPreview({ width, onFitted, children }: ScaledProps): ReactNode {
  const { ref, width: room } = useElementSize()
  useEffect(() => {
    if (room > 0) onFitted?.()
  })
  const style = room > 0 ? { inlineSize: width, blockSize: `${(100 * width) / room}%`, transform: `scale(${room / width})` } : {}
  return (
    <div ref={ref} className={classes['scaled']}>
      <div style={style}>{children}</div>
    </div>
  )
}

function openInNewTab(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener,noreferrer')
}
