const IN_BOX = '[role="region"][tabindex="0"] :focus-visible'
const LONG_FIELD = 'textarea:focus-visible, [contenteditable]:focus-visible'
/** Where bars at the bottom cover part of the page (src/web/dashboard/staff-bar.module.css). */
const PHONE = matchMedia('(width < 48rem)')

/**
 * Browsers consider 32 visible pixels of the focused element enough, even beside a sticky column, and of a long field only the line with the caret.
 * In a scrolling box, and for long fields on a phone, this shows all of it; `scroll-padding` says how much is covered.
 */
export function keepInSight({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  if (target.matches(IN_BOX) || (PHONE.matches && target.matches(LONG_FIELD))) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
