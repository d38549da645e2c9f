import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

type More = { title?: string; autoClose?: number | false; id?: string }

/** Says that something was done: announced when the reader pauses. Returns the toast's id. */
export function tell(message: ReactNode, more: More = {}): string {
  return notifications.show({ message, role: 'status', closeButtonProps: { 'aria-label': 'Dismiss' }, ...more })
}

/** Says that something failed: announced at once, and stays. */
export function warn(message: ReactNode, more: More = {}): string {
  return notifications.show({ message, color: 'red', role: 'alert', autoClose: false, closeButtonProps: { 'aria-label': 'Dismiss' }, ...more })
}

export function withdraw(id: string): void {
  notifications.hide(id)
}
