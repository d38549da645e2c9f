import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import { stylesOfPage } from '#contract/renderer.ts'

type Props = { assets: Pick<Assets, 'css' | 'styles'>; site: Pick<Site, 'styles'> }

/** The page's styles, allowed by the hash of this exact text; rendered as links when serving from source. */
export function Styles({ assets, site }: Props): ReactNode {
  const css = stylesOfPage(assets, site)
  return (
    <>
      {assets.css === '' && assets.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)}
      {css !== '' && <style dangerouslySetInnerHTML={{ __html: css }} />}
    </>
  )
}
