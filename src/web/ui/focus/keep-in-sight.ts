/**
 * The browser takes 32 pixels of what has the focus for enough, also beside a column that stays in place. In a box that scrolls,
 * who moves by keyboard is shown all of it; the box's `scroll-padding` says what stays.
 */
export function keepInSight({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches('[role="region"][tabindex="0"] :focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
