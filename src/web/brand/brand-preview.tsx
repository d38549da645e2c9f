import { Group, Paper, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type CSSProperties, type ReactNode } from 'react'
import { DEFAULT_ACCENT, schemesOf } from '#contract/brand/brand-colors.ts'
import { fillBrand, previewBrandEmail } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { call } from '#web/call.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { AsPublished, OnPhone } from '#web/ui/editor/as-published.tsx'
import { Logo } from '#web/layout/logo.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import type { BrandWords } from './brand-words.ts'
import classes from './look-fields.module.css'

export type ShowHero = ComponentType<{ site: Pick<Site, 'headline' | 'lead' | 'facts' | 'hero'>; isPreview?: boolean }>

/** Returns an email as the document of a frame, in a color scheme. */
export type ShowEmail = (html: string, how: { nonce: string; isDark: boolean }) => string

type Props = { words: BrandWords; Hero: ShowHero }

/** The top of the home page, built from its own components and styles, in both color schemes and on a phone; plus an email. */
export function BrandPreview({ showEmail, ...props }: Props & { showEmail: ShowEmail }): ReactNode {
  return (
    <Stack gap="lg">
      <Shown label="As candidates see it" {...props} scheme="light" />
      <Shown label="In dark mode" {...props} scheme="dark" />
      <Shown label="On a phone" {...props} scheme="light" isPhone />
      <EmailShown words={props.words} showEmail={showEmail} />
    </Stack>
  )
}

type ShownProps = Props & { label: string; scheme: 'light' | 'dark'; isPhone?: boolean }

function Shown({ label, scheme, isPhone, ...props }: ShownProps): ReactNode {
  const top = <Top scheme={scheme} {...props} />
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

function Top({ words, Hero, scheme }: Props & { scheme: 'light' | 'dark' }): ReactNode {
  const { name } = useCompany()
  const values = { company_name: name, contact_email: words.contact_email || 'careers@…', reply_within_days: '14' }
  const fill = (text: string) => fillBrand(text, values)
  const hero = words.hero && { ...words.hero, alt: words.hero_alt }
  const site = { headline: fill(words.headline), lead: fill(words.lead), facts: words.facts.filter((fact) => fact !== '').map(fill), hero }
  return (
    <>
      <div className="site-header">
        <div className="wrap">
          <Logo company_name={name} logo={words.logo} dark_logo={words.dark_logo} scheme={scheme} />
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

/** The email to someone who just applied, laid out by the server; its dark version shows email apps that follow the reader's scheme. */
function EmailShown({ words, showEmail }: { words: BrandWords; showEmail: ShowEmail }): ReactNode {
  const [isDark, setDark] = useState(false)
  const asked = {
    accent: accentOf(words),
    contact_email: words.contact_email,
    logo_key: words.logo?.picture_key ?? null,
    dark_logo_key: words.dark_logo?.picture_key ?? null,
  }
  const [look] = useDebouncedValue(asked, PAUSE_MS)
  const query = useQuery({
    queryKey: [previewBrandEmail.path, look],
    queryFn: ({ signal }) => call(previewBrandEmail, look, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div role="group" aria-label="An email">
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed" aria-hidden="true">
          An email
        </Text>
        <Switch label="Dark" checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
      </Group>
      <Paper withBorder p={0} className={classes['shown']}>
        <Loaded query={query} waiting={<Skeleton className={classes['email']} />} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
          {({ html }) => (
            // Scripts stay off; the frame needs this origin to load the logo.
            <iframe
              className={classes['email']}
              title="An email: preview"
              sandbox="allow-same-origin"
              srcDoc={showEmail(inScheme(html, isDark), { nonce: styleNonce(), isDark })}
            />
          )}
        </Loaded>
      </Paper>
    </div>
  )
}

const PAUSE_MS = 300

/** The frame would otherwise follow the reader's own scheme. */
function inScheme(html: string, isDark: boolean): string {
  return html.replace('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
}

function accentOf({ accent }: BrandWords): string {
  return /^#[0-9a-f]{6}$/i.test(accent) ? accent : DEFAULT_ACCENT
}

function lookOf(words: BrandWords, scheme: 'light' | 'dark'): CSSProperties {
  const colors = Object.entries(schemesOf(accentOf(words))[scheme]).map(([token, value]) => [`--${token}`, value])
  return { ...Object.fromEntries(colors), '--hero-focus': `${words.hero_focus_x}% ${words.hero_focus_y}%` } as CSSProperties
}
