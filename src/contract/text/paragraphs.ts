import { escapeHtml } from './escape-html.ts'

/** Converts plain text to the email's HTML: one paragraph per block of lines. */
export function toParagraphs(text: string): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim())
  return blocks
    .filter((block) => block !== '')
    .map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
