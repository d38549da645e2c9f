import { escapeHtml } from './escape-html.ts'

/** Plain text as the email's HTML: a paragraph for each block of lines. */
export function asParagraphs(text: string): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim())
  return blocks
    .filter((block) => block !== '')
    .map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
