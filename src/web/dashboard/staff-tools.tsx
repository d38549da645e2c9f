import { createContext, lazy, Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { isLogin } from '#web/layout/staff-places.ts'
import { useSession } from '#web/auth/use-session.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { FirstField, type Typed } from './first-field.tsx'

const CommandPalette = lazy(() => import('./command-palette.tsx').then((loaded) => ({ default: loaded.CommandPalette })))
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx').then((loaded) => ({ default: loaded.ShortcutHelp })))

export type Tool = 'palette' | 'keys' | null
type Tools = { isOpenFor: boolean; open: (tool: Tool) => void }

const ToolsOf = createContext<Tools>({ isOpenFor: false, open: () => {} })

/** Opens the command palette and the shortcut table; `isOpenFor` is false when no one is signed in. */
export function useTools(): Tools {
  return use(ToolsOf)
}

/** The command palette (Ctrl or Cmd+K) and the shortcut table (?), loaded on first use. */
export function StaffTools({ role, children }: { role: StaffRole; children: ReactNode }): ReactNode {
  const [tool, open] = useState<Tool>(null)
  const typed = useRef<Typed>({ text: '', hasEntered: false })
  const [isReady, setReady] = useState(false)
  const { pathname } = useLocation()
  const isOpenFor = useSession(role) !== null && !isLogin(pathname)
  useShortcuts('Everywhere', isOpenFor ? [{ keys: ['?'], does: 'Show shortcuts for this page', run: () => open('keys') }] : [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isOpenFor || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      open('palette')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOpenFor])
  const close = () => {
    open(null)
    setReady(false)
    typed.current = { text: '', hasEntered: false }
  }
  const isFinding = isOpenFor && tool === 'palette'
  return (
    <ToolsOf value={{ isOpenFor, open }}>
      {children}
      {isFinding && !isReady && <FirstField onType={(change) => (typed.current = { ...typed.current, ...change })} onClose={close} />}
      <Suspense fallback={tool === 'keys' && <div role="dialog" aria-modal="true" aria-label="Keyboard shortcuts" />}>
        {isFinding && <CommandPalette role={role} typed={typed} onReady={() => setReady(true)} onKeys={() => open('keys')} onClose={close} />}
        {isOpenFor && tool === 'keys' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </ToolsOf>
  )
}
