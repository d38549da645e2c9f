import type { ReactNode } from 'react'
import { previewDocument } from '#web/templates/preview/preview-document.ts'
import { styleNonce } from '#web/ui/style-nonce.ts'
import classes from './email-frame.module.css'

/** Someone else's HTML, sandboxed. */
export function Email({ html, title }: { html: string; title: string }): ReactNode {
  return <iframe className={classes['frame']} title={title} sandbox="" srcDoc={previewDocument(html, { nonce: styleNonce(), isDark: false })} />
}
