import { Group, Paper, Skeleton, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { DEFAULT_ACCENT, schemesFor } from '#contract/brand/brand-colors.ts'
import { fillBrand, type Picture, previewBrandEmail } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { call } from '#web/call.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { PreviewFrame, ScaledPreview } from '#web/ui/editor/as-published.tsx'
import { Header } from '#web/layout/document.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { type BrandDraft, nameNote } from './brand-text.ts'
import classes from './look-fields.module.css'

export type ShowHero = ComponentType<{ site: Pick<Site, 'headline' | 'lead' | 'facts' | 'hero'>; isPreview?: boolean }>

/** Returns the email as an iframe document in the given color scheme. */
export type ShowEmail = (html: string, how: { nonce: string; isDark: boolean }) => string

type Props = { words: BrandDraft; Hero: ShowHero }

/** The top of the home page, built from its own components and styles, in both color schemes and on a narrow phone, and an email: all in view at once. */
export function BrandPreview({ showEmail, ...props }: Props & { showEmail: ShowEmail }): ReactNode {
  return (
    <div className={classes['previews']}>
      <PreviewTile label={FIRST} {...props} scheme="light" width={LAPTOP} />
      <PreviewTile label="In dark mode" {...props} scheme="dark" width={LAPTOP} />
      <PreviewTile label="On a phone" {...props} scheme="light" width={NARROW_PHONE} />
      <EmailPreview words={props.words} showEmail={showEmail} />
    </div>
  )
}

const FIRST = 'As candidates see it'

/** The widths of the previewed pages, in pixels; what fits a narrow phone fits every phone. */
const LAPTOP = 1024
const NARROW_PHONE = 320
const EMAIL = 640

type ShownProps = Props & { label: string; scheme: 'light' | 'dark'; width: number }

function PreviewTile({ label, scheme, width, ...props }: ShownProps): ReactNode {
  const { words } = props
  const [changes, setChanges] = useState('')
  const { name } = useCompany()
  const logo = (scheme === 'dark' && words.dark_logo) || words.logo
  const elsewhere = label === FIRST && nameNote(name, words.logo)
  // The dark preview differs only if it has its own logo.
  const isSame = scheme === 'dark' && !words.dark_logo && changes !== ''
  return (
    <Tile label={label} width={width} changes={isSame ? 'The same as above.' : [changes, elsewhere].filter(Boolean).join(' ')}>
      <PreviewFrame
        title={`${label}: preview`}
        width={width}
        scheme={scheme}
        look={previewStyles(words, scheme)}
        onShown={(page) => setChanges(measureFit(page, logo).join(' '))}
      >
        <PreviewHeader scheme={scheme} {...props} />
      </PreviewFrame>
    </Tile>
  )
}

type TileProps = {
  label: string
  width: number
  /** What was scaled, wrapped or left out to make it fit. */ changes: string
  extra?: ReactNode
  children: ReactNode
}

function Tile({ label, width, changes, extra, children }: TileProps): ReactNode {
  return (
    <div role="group" aria-label={label} className={classes['tile']} data-wide={width === LAPTOP}>
      <Group justify="space-between" align="end" gap="xs" mb={4} wrap="nowrap">
        <Text size="sm">
          <Text span inherit fw={600} aria-hidden="true">
            {label}
          </Text>{' '}
          <Text span inherit c="dimmed">
            {changes}
          </Text>
        </Text>
        {extra}
      </Group>
      <Paper withBorder p={0} className={classes['shown']}>
        {children}
      </Paper>
    </div>
  )
}

function PreviewHeader({ words, Hero, scheme }: Props & { scheme: 'light' | 'dark' }): ReactNode {
  const { name } = useCompany()
  const values = { company_name: name, contact_email: words.contact_email || 'careers@…', reply_within_days: '14' }
  const fill = (text: string) => fillBrand(text, values)
  const hero = words.hero && { ...words.hero, alt: words.hero_alt }
  const site = { headline: fill(words.headline), lead: fill(words.lead), facts: words.facts.filter((fact) => fact !== '').map(fill), hero }
  return (
    <>
      <Header site={{ company_name: name, logo: words.logo, dark_logo: words.dark_logo }} head={{ path: '/', apply: '/' }} scheme={scheme} />
      <Hero site={site} isPreview />
      <div className="wrap page">
        <p className="intro">{fill(words.intro)}</p>
      </div>
    </>
  )
}

/** The email to someone who just applied, laid out by the server; its dark version shows email apps that follow the reader's scheme. */
function EmailPreview({ words, showEmail }: { words: BrandDraft; showEmail: ShowEmail }): ReactNode {
  const [isDark, setDark] = useState(false)
  const [changes, setChanges] = useState('')
  const logo = (isDark && words.dark_logo) || words.logo
  const asked = {
    accent: accentOf(words),
    contact_email: words.contact_email,
    logo_key: words.logo?.picture_key ?? null,
    dark_logo_key: words.dark_logo?.picture_key ?? null,
  }
  const frame = useRef<HTMLIFrameElement>(null)
  const measure = () => {
    const page = frame.current?.contentDocument?.body
    if (page) setChanges(measureFit(page, logo).join(' '))
  }
  const [look] = useDebouncedValue(asked, PAUSE_MS)
  const query = useQuery({
    queryKey: [previewBrandEmail.path, look],
    queryFn: ({ signal }) => call(previewBrandEmail, look, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Tile
      label="An email"
      width={EMAIL}
      changes={changes}
      extra={<Switch size="sm" label="Dark" flex="none" checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />}
    >
      <Loaded query={query} waiting={<Skeleton height="100%" />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {({ html }) => (
          <ScaledPreview width={EMAIL} onFitted={measure}>
            {/* Scripts stay off; the frame needs this origin to load the logo. */}
            <iframe
              ref={frame}
              title="An email: preview"
              sandbox="allow-same-origin"
              srcDoc={showEmail(applyScheme(html, isDark), { nonce: styleNonce(), isDark })}
              onLoad={measure}
            />
          </ScaledPreview>
        )}
      </Loaded>
    </Tile>
  )
}

const PAUSE_MS = 300

/** The frame would otherwise follow the reader's own scheme. */
function applyScheme(html: string, isDark: boolean): string {
  return html.replace('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
}

function accentOf({ accent }: BrandDraft): string {
  return /^#[0-9a-f]{6}$/i.test(accent) ? accent : DEFAULT_ACCENT
}

function previewStyles(words: BrandDraft, scheme: 'light' | 'dark'): CSSProperties {
  const colors = Object.entries(schemesFor(accentOf(words))[scheme]).map(([token, value]) => [`--${token}`, value])
  return { ...Object.fromEntries(colors), '--hero-focus': `${words.hero_focus_x}% ${words.hero_focus_y}%` } as CSSProperties
}

/** Returns sentences describing what gets scaled, wrapped, broken or dropped to fit the brand in a previewed page or email. */
function measureFit(page: HTMLElement, logo: Picture | null): string[] {
  return [...logoIn(page, logo), ...nameIn(page), ...findBrokenWords(page)]
}

function logoIn(page: HTMLElement, logo: Picture | null): string[] {
  const image = [...page.querySelectorAll<HTMLElement>('.own-logo, .brand img')].find((one) => one.offsetWidth > 0)
  if (!logo || !image) return []
  const { paddingLeft, paddingTop } = getComputedStyle(image)
  const width = Math.round(image.clientWidth - 2 * Number.parseFloat(paddingLeft))
  const height = Math.round(image.clientHeight - 2 * Number.parseFloat(paddingTop))
  return width === logo.width || height === 0 ? [] : [`The logo is scaled to ${width} × ${height} pixels.`]
}

function nameIn(page: HTMLElement): string[] {
  const name = page.querySelector('.logo > span') ?? page.querySelector('.brand')
  if (!name) return []
  const careers = name.querySelector('.logo-careers')
  const lines = linesOf(rangeOf(name))
  return [
    ...(lines > 1 ? [`The company's name takes ${lines} lines.`] : []),
    ...(careers && lines > 0 && careers.getClientRects().length === 0 ? ['“Careers” is left out.'] : []),
  ]
}

function findBrokenWords(page: HTMLElement): string[] {
  const text = page.querySelector('.hero h2')?.firstChild
  if (!text) return []
  return [...text.textContent!.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = rangeOf(text)
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const lines = linesOf(range)
    return lines > 1 ? [`“${startOf(word)}” is broken into ${lines} lines.`] : []
  })
}

const startOf = (word: string) => (word.length > 20 ? `${word.slice(0, 16)}…` : word)

function rangeOf(part: Node): Range {
  const range = part.ownerDocument!.createRange()
  range.selectNodeContents(part)
  return range
}

/** Boxes of text in the same line overlap by more than half. */
function linesOf(range: Range): number {
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0).toSorted((a, b) => a.top - b.top)
  return boxes.filter((box, place) => place === 0 || box.top > boxes[place - 1]!.top + box.height / 2).length
}
