import type { ReactNode } from 'react'
import { asScript } from '../layout/document.tsx'

/** The props an island was rendered with, embedded next to it as JSON. */
export function IslandProps({ id, props }: { id: string; props: object }): ReactNode {
  return <script id={id} type="application/json" dangerouslySetInnerHTML={{ __html: asScript(JSON.stringify(props)) }} />
}
