import { Notifications } from '@mantine/notifications'
import { useEffect, useState, type ReactNode } from 'react'

/** Where short messages appear: there from the start, so that each is announced, and never on top of what has the focus. */
export function Toasts(): ReactNode {
  const [side, setSide] = useState<'top-right' | 'bottom-right'>('bottom-right')
  useEffect(() => {
    const stepAside = (event: FocusEvent) => {
      if (event.target instanceof Element && isCovered(event.target)) setSide((now) => (now === 'bottom-right' ? 'top-right' : 'bottom-right'))
    }
    document.addEventListener('focusin', stepAside)
    return () => document.removeEventListener('focusin', stepAside)
  }, [])
  return <Notifications position={side} limit={4} zIndex={350} autoClose={10_000} containerWidth={400} aria-live="polite" />
}

function isCovered(focused: Element): boolean {
  const place = focused.getBoundingClientRect()
  return [...document.querySelectorAll('.mantine-Notification-root')].some((toast) => {
    if (toast.contains(focused)) return false
    const on = toast.getBoundingClientRect()
    return on.left < place.right && on.right > place.left && on.top < place.bottom && on.bottom > place.top
  })
}
