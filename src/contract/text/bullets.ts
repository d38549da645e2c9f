/** The markup staff can use; anything else is removed when text is saved, and again when it's shown. */
export const SAFE_MARKUP = {
  tags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'h3', 'h4', 'blockquote', 'code', 'hr'],
  attributes: { a: ['href', 'title'] },
  schemes: ['http', 'https', 'mailto'],
} as const

/** Stops at the next `<`, so text full of `<a` is scanned in linear time. */
const MARKUP = /<\/?[a-z][^<>]*>/i
const LEADING_MARK = /^\s*[•‣◦▪●·*\-–—]\s*/u

export function hasMarkup(text: string): boolean {
  return MARKUP.test(text)
}

/** Returns a plain text's lines as list items, skipping blank lines and removing one leading bullet or dash. */
export function splitBullets(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(LEADING_MARK, '').trim())
    .filter((line) => line !== '')
}
