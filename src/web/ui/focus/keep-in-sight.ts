/**
 * Browsers consider 32 visible pixels of the focused element enough, even beside a sticky column. In a scrolling box, this shows keyboard users all
 * of it; the box's `scroll-padding` says how much is covered.
 */
export function keepInSight({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches('[role="region"][tabindex="0"] :focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
