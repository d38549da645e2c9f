import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { isLogin } from '#web/layout/staff-places.ts'
import { useSession } from '#web/auth/use-session.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { usePart } from '#web/ui/waiting/use-part.ts'
import { EarlyField, HelpPlaceholder, type EarlyInput } from './early-field.tsx'

const loadPalette = async () => (await import('./command-palette.tsx')).CommandPalette
const loadHelp = async () => (await import('./shortcut-help.tsx')).ShortcutHelp

export type Tool = 'palette' | 'keys' | null
type Deps = { isOpenFor: boolean; open: (tool: Tool) => void }

const ToolsContext = createContext<Deps>({ isOpenFor: false, open: () => {} })

/** Opens the command palette and the shortcut table; `isOpenFor` is false when no one is signed in. */
export function useTools(): Deps {
  return use(ToolsContext)
}

/** The command palette (Ctrl or Cmd+K) and the shortcut table (?), loaded on first use. */
export function StaffTools({ role, children }: { role: StaffRole; children: ReactNode }): ReactNode {
  const [tool, open] = useState<Tool>(null)
  const typed = useRef<EarlyInput>({ text: '', hasEntered: false })
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
  const isPaletteOpen = isOpenFor && tool === 'palette'
  const isHelpOpen = isOpenFor && tool === 'keys'
  const palette = usePart(loadPalette, isPaletteOpen)
  const help = usePart(loadHelp, isHelpOpen)
  return (
    <ToolsContext value={{ isOpenFor, open }}>
      {children}
      {isPaletteOpen && !isReady && <EarlyField onType={(change) => (typed.current = { ...typed.current, ...change })} again={palette.again} onClose={close} />}
      {isPaletteOpen && palette.Component && (
        <palette.Component role={role} typed={typed} onReady={() => setReady(true)} onKeys={() => open('keys')} onClose={close} />
      )}
      {isHelpOpen && (help.Component ? <help.Component onClose={close} /> : <HelpPlaceholder again={help.again} onClose={close} />)}
    </ToolsContext>
  )
}
