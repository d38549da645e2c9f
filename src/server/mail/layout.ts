import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Env } from '#server/env.ts'

export type Letterhead = Pick<Env, 'COMPANY_NAME' | 'BASE_URL'>

/** What one of our own emails says, in order; plain text, escaped here. */
export type EmailContent = {
  title: string
  paragraphs: string[]
  /** Label and value, such as a reference. */
  facts?: [string, string][]
  button?: { label: string; url: string }
  /** After the button: exceptions and whom to ask. */
  closing?: string[]
  /** Why the reader gets this. */
  footer: string
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** One layout for every email we write ourselves: 600 px, one column, light and dark, and the same sentences as plain text. */
export function layOut({ COMPANY_NAME, BASE_URL }: Letterhead, content: EmailContent): { html: string; text: string } {
  const { title, paragraphs, facts = [], button, closing = [], footer } = content
  const signature = `${COMPANY_NAME} Careers`
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...closing,
    signature,
    `--\n${footer}`,
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${STYLES}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f6f2ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;font-family:${FONT}">
<tr><td style="padding:0 8px 16px"><a class="brand" href="${escapeHtml(BASE_URL)}" style="color:#0f5a52;font-size:16px;font-weight:700;text-decoration:none">${escapeHtml(signature)}</a></td></tr>
<tr><td class="sheet" style="padding:28px 24px;border-radius:12px;background:#ffffff;color:#1b2a29;font-size:16px;line-height:1.55">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${factsTable(facts)}${button ? buttonOf(button) : ''}${closing.map(paragraph).join('\n')}
<p style="margin:0">${escapeHtml(signature)}</p>
</td></tr>
<tr><td class="soft" style="padding:16px 8px;color:#4c5b58;font-size:13px;line-height:1.5">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>`
  return { html, text }
}

/** For readers that keep a style element; the inline styles are the light scheme. */
const STYLES =
  '@media (prefers-color-scheme:dark){.ground{background:#0f1715!important}.sheet{background:#172220!important;color:#eef3f0!important}.brand{color:#86d6c5!important}.soft,.label{color:#b3c1bc!important}.sheet a:not(.button){color:#86d6c5!important}.button{background:#86d6c5!important;color:#06211d!important}.fact{border-color:#2d3c38!important}}'

function paragraph(words: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`
}

function factsTable(facts: [string, string][]): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="fact label" style="padding:8px 12px 8px 0;border-top:1px solid #ddd3c4;color:#4c5b58;font-size:14px;vertical-align:top">${escapeHtml(label)}</td>` +
      `<td class="fact" style="padding:8px 0;border-top:1px solid #ddd3c4;font-size:14px;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${rows.join('')}</table>\n`
}

function buttonOf({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#0f5a52;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>\n`
}
