import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Creates a small separate disk; needs root. */
export function smallDisk(place: string, size: string) {
  mkdirSync(place, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place])
  return { grow: (to: string) => execFileSync('mount', ['-o', `remount,size=${to}`, place]), remove: () => execFileSync('umount', ['-l', place]) }
}

/** Returns why a separate disk can't be created here; null if it can. */
export const smallDiskSkipReason = () => (process.getuid?.() === 0 ? null : 'needs root, to mount a small disk')
