const IN_BOX = '[role="region"][tabindex="0"] :focus-visible'
const LONG_FIELD = 'textarea:focus-visible, [contenteditable]:focus-visible'
/** Where bars at the bottom cover part of the page (src/web/dashboard/staff-bar.module.css). */
const PHONE = matchMedia('(width < 48rem)')

/**
 * Browsers are satisfied with 32 visible pixels of the focused element, even next to a sticky column, and with the caret's line of a long field. In a
 * scrolling box, and for long fields on a phone, this scrolls all of it into view; `scroll-padding` defines how much is covered.
 */
export function scrollIntoViewIfHidden({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  if (target.matches(IN_BOX) || (PHONE.matches && target.matches(LONG_FIELD))) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
