import type { ReactNode } from 'react'
import { picturePath } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { RoundsArt } from '../layout/art.tsx'

type Props = {
  site: Pick<Site, 'headline' | 'lead' | 'facts' | 'hero'>
  /** For a preview, because the page around it has its own h1. */
  isPreview?: boolean
}

/** Short, so the first opening is visible without scrolling. The picture is the employer's or our default drawing. */
export function Hero({ site, isPreview }: Props): ReactNode {
  const Heading = isPreview ? 'h2' : 'h1'
  return (
    <section className={`hero${site.hero ? ' with-picture' : ''}`}>
      <div className="wrap hero-grid">
        <div>
          <Heading>{site.headline}</Heading>
          <p className="lead">{site.lead}</p>
          {site.facts.length > 0 && (
            <ul className="facts">
              {site.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
        {site.hero ? <HeroPicture hero={site.hero} /> : <RoundsArt />}
      </div>
    </section>
  )
}

function HeroPicture({ hero }: { hero: NonNullable<Site['hero']> }): ReactNode {
  const sources = (format: 'avif' | 'webp') => hero.widths.map((width) => `${picturePath(hero, width, format)} ${width}w`).join(', ')
  const sizes = '(min-width: 72rem) 34rem, (min-width: 36rem) 46vw, 100vw'
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <img
        className="hero-picture"
        src={picturePath(hero, hero.widths[Math.min(1, hero.widths.length - 1)]!, 'webp')}
        srcSet={sources('webp')}
        sizes={sizes}
        width={hero.width}
        height={hero.height}
        alt={hero.alt}
        fetchPriority="high"
      />
    </picture>
  )
}
