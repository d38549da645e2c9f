import { Paper, Text, useComputedColorScheme } from '@mantine/core'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import { DEFAULT_ACCENT, schemesOf } from '#contract/brand/brand-colors.ts'
import { fillBrand } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { AsPublished } from '#web/ui/editor/as-published.tsx'
import { Logo } from '#web/layout/logo.tsx'
import type { BrandWords } from './brand-words.ts'

export type ShowHero = ComponentType<{ site: Pick<Site, 'headline' | 'lead' | 'facts' | 'hero'>; isPreview?: boolean }>

/** The top of the home page with its own components and styles, in the staff app's current color scheme. */
export function BrandPreview({ words, Hero }: { words: BrandWords; Hero: ShowHero }): ReactNode {
  const { name } = useCompany()
  const scheme = useComputedColorScheme('light')
  const values = { company_name: name, contact_email: words.contact_email || 'careers@…', reply_within_days: '14' }
  const fill = (text: string) => fillBrand(text, values)
  const hero = words.hero && { ...words.hero, alt: words.hero_alt }
  const site = { headline: fill(words.headline), lead: fill(words.lead), facts: words.facts.filter((fact) => fact !== '').map(fill), hero }
  return (
    <Paper withBorder p={0} role="group" aria-label="As candidates see it">
      <div style={lookOf(words, scheme)}>
        <AsPublished>
          <div className="site-header">
            <div className="wrap">
              <Logo company_name={name} logo={words.logo} />
              <a className="button small" href="/">
                Apply Now
              </a>
            </div>
          </div>
          <Hero site={site} isPreview />
          <div className="wrap page">
            <p className="intro">{fill(words.intro)}</p>
          </div>
        </AsPublished>
      </div>
      <Text size="sm" c="dimmed" p="md">
        Shown in the {scheme} scheme. Appearance, at the top of this page, switches to the other one.
      </Text>
    </Paper>
  )
}

function lookOf(words: BrandWords, scheme: 'light' | 'dark'): CSSProperties {
  const accent = /^#[0-9a-f]{6}$/i.test(words.accent) ? words.accent : DEFAULT_ACCENT
  const colors = Object.entries(schemesOf(accent)[scheme]).map(([token, value]) => [`--${token}`, value])
  return { ...Object.fromEntries(colors), '--hero-focus': `${words.hero_focus_x}% ${words.hero_focus_y}%` } as CSSProperties
}
