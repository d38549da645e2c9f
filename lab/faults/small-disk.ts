import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** A small disk of its own; needs root. */
export function smallDisk(place: string, size: string) {
  mkdirSync(place, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place])
  return { grow: (to: string) => execFileSync('mount', ['-o', `remount,size=${to}`, place]), remove: () => execFileSync('umount', ['-l', place]) }
}

/** What stands in the way of a disk of its own, if anything. */
export const noSmallDisk = () => (process.getuid?.() === 0 ? null : 'needs root, to mount a small disk')
