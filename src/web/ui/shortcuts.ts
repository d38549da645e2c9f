import { useEffect, useRef, useSyncExternalStore } from 'react'

export type Shortcut = {
  /** Any of these, as in `event.key`: `j`, `?`, `ArrowRight`. */
  keys: string[]
  /** Its description in the table of shortcuts. */
  does: string
  run: (event: KeyboardEvent) => void
}
export type ShortcutGroup = { title: string; shortcuts: Shortcut[] }

const OFF = 'shortcuts_off'
const groups = new Set<() => ShortcutGroup>()
const listeners = new Set<() => void>()

/**
 * A screen's keys while it's shown. Ignored while someone is typing or the next screen is loading, in dialogs and menus, with Ctrl, Alt or Cmd held,
 * and for people who turned them off (WCAG 2.2, 2.1.4).
 */
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const group = () => ({ title, shortcuts: latest.current })
    groups.add(group)
    if (groups.size === 1) {
      window.addEventListener('keydown', look, true)
      document.addEventListener('keydown', press)
    }
    return () => {
      groups.delete(group)
      if (groups.size > 0) return
      window.removeEventListener('keydown', look, true)
      document.removeEventListener('keydown', press)
    }
  }, [title])
}

/** Simulates a key press; returns false if the current page doesn't use the key. */
export function pressKey(key: string): boolean {
  return !window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
}

/** Every shortcut of the current screen. */
export function openShortcuts(): ShortcutGroup[] {
  return [...groups].map((group) => group()).filter(({ shortcuts }) => shortcuts.length > 0)
}

/** Whether single-key shortcuts are on; stored in this browser. */
export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(subscribe, isOn)
}

export function setShortcutsEnabled(on: boolean): void {
  if (on) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, 'yes')
  for (const listener of listeners) listener()
}

function isOn(): boolean {
  return localStorage.getItem(OFF) === null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isHeld = () => false

/** Ignores keys while this returns true: the next screen is loading, and what's still shown isn't what the person asked for. */
export function holdShortcutsWhile(isLoading: () => boolean): void {
  isHeld = isLoading
}

let wasBusy = false

/** A dialog that closes on Escape is already gone when `press` gets the key, so this checks for one before any other listener. */
function look(event: KeyboardEvent): void {
  wasBusy = isHeld() || isBusy(event.target)
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !isOn() || wasBusy) return
  const key = event.key.toLowerCase()
  const pressed = openShortcuts()
    .flatMap((group) => group.shortcuts)
    .find(({ keys }) => keys.some((one) => one.toLowerCase() === key))
  if (!pressed) return
  // Runs last, but in the same dispatch: a screen's own keys come first, and a fast typist's next key can't arrive before this one has taken effect.
  window.addEventListener('keydown', (now) => void (now === event && !now.defaultPrevented && pressed.run(now)), { once: true })
}

const TEXT_INPUTS =
  'textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"], input:not([type="checkbox"], [type="radio"], [type="button"])'

/** A dialog, a menu or a picker, even before the focus has moved into it. */
const OPEN_OVERLAYS = '[aria-modal="true"], dialog[open], [aria-haspopup][aria-expanded="true"]'

function isBusy(target: EventTarget | null): boolean {
  const isTyping = target instanceof Element && target.closest(TEXT_INPUTS) !== null
  return isTyping || document.querySelector(OPEN_OVERLAYS) !== null
}
