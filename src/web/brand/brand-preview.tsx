import { Paper, Stack, Text } from '@mantine/core'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import { DEFAULT_ACCENT, schemesOf } from '#contract/brand/brand-colors.ts'
import { fillBrand } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { AsPublished, OnPhone } from '#web/ui/editor/as-published.tsx'
import { Logo } from '#web/layout/logo.tsx'
import type { BrandWords } from './brand-words.ts'
import classes from './look-fields.module.css'

export type ShowHero = ComponentType<{ site: Pick<Site, 'headline' | 'lead' | 'facts' | 'hero'>; isPreview?: boolean }>

type Props = { words: BrandWords; Hero: ShowHero }

/** The top of the home page with its own components and styles: in both color schemes, and on a phone. */
export function BrandPreview(props: Props): ReactNode {
  return (
    <Stack gap="lg">
      <Shown label="As candidates see it" {...props} scheme="light" />
      <Shown label="In the dark scheme" {...props} scheme="dark" />
      <Shown label="On a phone" {...props} scheme="light" isPhone />
    </Stack>
  )
}

type ShownProps = Props & { label: string; scheme: 'light' | 'dark'; isPhone?: boolean }

function Shown({ label, scheme, isPhone, ...props }: ShownProps): ReactNode {
  const top = <Top {...props} />
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" c="dimmed" mb="xs" aria-hidden="true">
        {label}
      </Text>
      <Paper withBorder p={0} className={classes['shown']} data-phone={isPhone} data-scheme={scheme} style={lookOf(props.words, scheme)}>
        {isPhone ? (
          <OnPhone title={`${label}: preview`} look={lookOf(props.words, scheme)}>
            {top}
          </OnPhone>
        ) : (
          <AsPublished>{top}</AsPublished>
        )}
      </Paper>
    </div>
  )
}

function Top({ words, Hero }: Props): ReactNode {
  const { name } = useCompany()
  const values = { company_name: name, contact_email: words.contact_email || 'careers@…', reply_within_days: '14' }
  const fill = (text: string) => fillBrand(text, values)
  const hero = words.hero && { ...words.hero, alt: words.hero_alt }
  const site = { headline: fill(words.headline), lead: fill(words.lead), facts: words.facts.filter((fact) => fact !== '').map(fill), hero }
  return (
    <>
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
    </>
  )
}

function lookOf(words: BrandWords, scheme: 'light' | 'dark'): CSSProperties {
  const accent = /^#[0-9a-f]{6}$/i.test(words.accent) ? words.accent : DEFAULT_ACCENT
  const colors = Object.entries(schemesOf(accent)[scheme]).map(([token, value]) => [`--${token}`, value])
  return { ...Object.fromEntries(colors), '--hero-focus': `${words.hero_focus_x}% ${words.hero_focus_y}%` } as CSSProperties
}
