import { useEffect, useRef } from 'react'

type Keys = { onSave: () => void; onSubmit: () => void }

/** Ctrl or Cmd+S saves now; with Enter, asks whether to submit. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
      const isSave = event.key.toLowerCase() === 's'
      if (!isSave && event.key !== 'Enter') return
      event.preventDefault()
      if (isSave) latest.current.onSave()
      else latest.current.onSubmit()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
