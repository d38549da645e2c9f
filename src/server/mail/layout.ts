import { DEFAULT_ACCENT, schemesFor, type Schemes } from '#contract/brand/brand-colors.ts'
import { needsName } from '#contract/brand/needs-name.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Env } from '#server/env.ts'

/** The employer's branding and address, as used in emails. */
export type Letterhead = Pick<Env, 'COMPANY_NAME' | 'BASE_URL'> & {
  /** The address candidates can write to. */
  contact_email: string
  colors: Schemes
  /** A PNG's absolute URL and its size; `dark_url` is the same logo for a dark background. */
  logo: { url: string; width: number; height: number; dark_url?: string } | null
}

/** The content of one of our own emails, in order; it's plain text and escaped here. */
export type EmailContent = {
  title: string
  paragraphs: string[]
  /** Displayed large, such as a sign-in code. */
  code?: string
  /** Labels and values, such as a reference. */
  facts?: [string, string][]
  /** One per line; the plain text spells out the URLs. */
  links?: { label: string; url: string }[]
  button?: { label: string; url: string }
  /** Shown after the button: exceptions and who to ask. */
  closing?: string[]
  /** Why the reader received this email. */
  footer: string
  /** The last line of the plain text, meant for machines. */
  lastLine?: string
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const LOGO_HEIGHT = 32
const SHEET_END = '</td></tr>\n<tr><td'

/** Returns the default look, used until the brand is edited. */
export function plainLetterhead({ COMPANY_NAME, BASE_URL, COMPANY_DOMAIN }: Pick<Env, 'COMPANY_NAME' | 'BASE_URL' | 'COMPANY_DOMAIN'>): Letterhead {
  return { COMPANY_NAME, BASE_URL, contact_email: `careers@${COMPANY_DOMAIN}`, colors: schemesFor(DEFAULT_ACCENT), logo: null }
}

/** Lays out every email we write ourselves: 600 px, one column, light and dark, with the same sentences as plain text. */
export function wrapInLayout(letterhead: Letterhead, content: EmailContent): { html: string; text: string } {
  const { title, paragraphs, code, facts = [], links = [], button, closing = [], footer, lastLine } = content
  const signature = signatureOf(letterhead)
  const text = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(links.length > 0 ? [links.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...closing,
    signature,
    `--\n${footer}`,
    ...(lastLine ? [lastLine] : []),
  ].join('\n\n')
  const body = `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${code ? codeOf(code) : ''}${factsTable(facts)}${links.map(linkOf).join('')}${button ? buttonOf(letterhead, button) : ''}${closing.map(paragraph).join('\n')}
<p style="margin:0">${escapeHtml(signature)}</p>`
  return { html: wrapInLetterhead(letterhead, { title, body, footer }), text }
}

/** Wraps an email's own HTML, which is already safe, in a page; `sheets` are its style elements. */
export function wrapInLetterhead(
  letterhead: Letterhead,
  { title, body, footer, sheets = '' }: { title: string; body: string; footer: string; sheets?: string },
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${stylesOf(letterhead)}</style>
${sheets}</head>
<body class="ground" style="margin:0;padding:0;background:#f6f2ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;font-family:${FONT}">
<tr><td style="padding:0 8px 16px">${brandOf(letterhead)}</td></tr>
<tr><td class="sheet" style="padding:28px 24px;border-radius:12px;background:#ffffff;color:#1b2a29;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
${body}
${SHEET_END} class="soft" style="padding:16px 8px;color:#4c5b58;font-size:13px;line-height:1.5;overflow-wrap:anywhere">${withLinks(footer)}</td></tr>
</table></td></tr></table></body></html>`
}

/** Appends to an email's sheet, in its column and colors, or to the end of the email if it has no sheet. */
export function appendToSheet(html: string, more: string): string {
  const end = html.lastIndexOf(SHEET_END)
  return end === -1 ? html + more : html.slice(0, end) + more + html.slice(end)
}

function signatureOf({ COMPANY_NAME }: Letterhead): string {
  return `${COMPANY_NAME} Careers`
}

/** Styles for mail apps that keep a style element; the inline styles are the light scheme. */
function stylesOf({ colors: { light, dark }, logo }: Letterhead): string {
  const rules = [
    '.ground{background:#0f1715!important}',
    '.sheet{background:#172220!important;color:#eef3f0!important}',
    '.soft,.label{color:#b3c1bc!important}',
    `.brand,.sheet a:not(.button){color:${dark.brand}!important}`,
    `.button{background:${dark.brand}!important;color:${dark['on-brand']}!important}`,
    '.fact{border-color:#2d3c38!important}',
    ...(logo?.dark_url ? ['.by-day{display:none!important}', '.by-night{display:block!important}'] : ['.plate{background:#ffffff!important}']),
  ]
  return `.sheet a{color:${light.brand}}@media (prefers-color-scheme:dark){${rules.join('')}}`
}

/** Without a dark variant, a logo keeps a light background in dark mode: it's designed for one. */
function brandOf(letterhead: Letterhead): string {
  const { BASE_URL, colors, logo } = letterhead
  const name = escapeHtml(signatureOf(letterhead))
  const style = `color:${colors.light.brand};font-size:16px;font-weight:700;text-decoration:none`
  if (!logo) return `<a class="brand" href="${escapeHtml(BASE_URL)}" style="${style}">${name}</a>`
  const width = Math.max(1, Math.min(200, Math.round((logo.width / logo.height) * LOGO_HEIGHT)))
  const oneImage = (url: string, kind: string, display: string, alt: string) =>
    `<img${kind} src="${escapeHtml(url)}" alt="${alt}" width="${width}" style="display:${display};max-width:100%;height:auto;border:0">`
  const image = (alt: string) =>
    logo.dark_url
      ? oneImage(logo.url, ' class="by-day"', 'block', alt) + oneImage(logo.dark_url, ' class="by-night"', 'none', alt)
      : oneImage(logo.url, '', 'block', alt)
  if (needsName(logo)) {
    const picture = `<span class="plate" style="display:inline-block;padding:4px;border-radius:6px;vertical-align:middle">${image('')}</span>`
    return `<a class="brand" href="${escapeHtml(BASE_URL)}" style="${style}">${picture} ${name}</a>`
  }
  return `<a class="brand plate" href="${escapeHtml(BASE_URL)}" style="${style};display:inline-block;padding:6px 8px;border-radius:6px">${image(name)}</a>`
}

function paragraph(words: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`
}

function codeOf(code: string): string {
  return `<p style="margin:0 0 16px;font-size:28px;font-weight:700;letter-spacing:3px">${escapeHtml(code)}</p>\n`
}

function factsTable(facts: [string, string][]): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="fact label" style="padding:8px 12px 8px 0;border-top:1px solid #ddd3c4;color:#4c5b58;font-size:14px;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td class="fact" style="padding:8px 0;border-top:1px solid #ddd3c4;font-size:14px;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${rows.join('')}</table>\n`
}

function linkOf({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 12px"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>\n`
}

/** Not every mail app turns URLs into links. */
function withLinks(words: string): string {
  return escapeHtml(words).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}" style="color:inherit">${url}</a>`)
}

function buttonOf({ colors: { light } }: Letterhead, { label, url }: { label: string; url: string }): string {
  const buttonStyle = `background:${light.brand};color:${light['on-brand']}`
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:999px;${buttonStyle};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>\n`
}
