/** How long a dialog's text must have been visible before a key can confirm it. */
const READABLE_AFTER_MS = 500
const DIALOG = '[aria-modal="true"], [role="alertdialog"], dialog[open]'
/** Search fields that open things but never confirm anything; they accept input from the first keystroke. */
const SEARCH_FIELDS = '[data-finds], .mantine-Spotlight-content'
const FIELD = 'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

/**
 * A dialog owns the keyboard from the moment it's on the page: the keypress that opened it, key repeat or a hasty second press confirms nothing, no
 * key reaches what's below, and text typed before the focus has moved goes into the dialog's field. `data-readable` marks when it accepts confirming
 * keys. Runs before every other listener.
 */
export function guardDialogs(): void {
  const openedAt = new WeakMap<Element, number>()
  const look = () => {
    for (const dialog of document.querySelectorAll(DIALOG)) {
      if (openedAt.has(dialog)) continue
      openedAt.set(dialog, performance.now())
      setTimeout(() => dialog.setAttribute('data-readable', ''), READABLE_AFTER_MS)
    }
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'aria-modal', 'role'] })
  const onKey = (event: KeyboardEvent) => {
    // Events dispatched by the page itself were already checked when the key was pressed.
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
    look()
    const dialog = newestOf(openedAt)
    if (!dialog || dialog.matches(SEARCH_FIELDS)) return
    const isBelow = event.target instanceof Element && !dialog.contains(event.target)
    const field = isBelow && event.type === 'keydown' && event.key.length === 1 ? fieldOf(dialog) : null
    if (field) return field.focus()
    const isHasty = event.repeat || performance.now() - openedAt.get(dialog)! < READABLE_AFTER_MS
    if ((isHasty && isConfirmKey(event)) || (isBelow && ['Enter', ' '].includes(event.key))) stop(event)
  }
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('keyup', onKey, true)
}

function newestOf(openedAt: WeakMap<Element, number>): Element | undefined {
  return [...document.querySelectorAll(DIALOG)].reduce<Element | undefined>((newest, one) => {
    return newest && openedAt.get(newest)! > openedAt.get(one)! ? newest : one
  }, undefined)
}

/** Enter anywhere; Space and letters except in text fields. */
function isConfirmKey({ key, target }: KeyboardEvent): boolean {
  const isTyped = target instanceof Element && target.matches(FIELD)
  return key === 'Enter' ? !(isTyped && target.matches('textarea, [contenteditable="true"]')) : key.length === 1 && !isTyped
}

/** The element that's focused when the dialog opens, if it's a field. */
function fieldOf(dialog: Element): HTMLElement | null {
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(`${FIELD}, button:not([aria-label="Close"])`)
  return first?.matches(FIELD) ? first : null
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
