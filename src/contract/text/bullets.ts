/** Markup that staff may write: what is not named here is taken out when a text is saved and again when it is shown. */
export const SAFE_MARKUP = {
  tags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'h3', 'h4', 'blockquote', 'code', 'hr'],
  attributes: { a: ['href', 'title'] },
  schemes: ['http', 'https', 'mailto'],
} as const

/** Stops at the next `<`, so a text of nothing but `<a` is read once, not once for each. */
const MARKUP = /<\/?[a-z][^<>]*>/i
const LEADING_MARK = /^\s*[•‣◦▪●·*\-–—]\s*/u

export function hasMarkup(text: string): boolean {
  return MARKUP.test(text)
}

/** The lines of a plain text as list entries: blank lines are left out, one leading bullet or dash is taken off. */
export function bulletsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(LEADING_MARK, '').trim())
    .filter((line) => line !== '')
}
