import type { BookingsInterviewer } from './staff-list.ts'

/**
 * Returns one entry per address, sorted by name. Addresses that differ only in case are the same person, and the first one is kept; entries without
 * an address are dropped.
 */
export function uniqueByAddress(found: BookingsInterviewer[]): BookingsInterviewer[] {
  const byAddress = new Map<string, BookingsInterviewer>()
  for (const one of found) {
    const interviewer_email = one.interviewer_email.trim()
    const interviewer_name = one.interviewer_name.trim() || interviewer_email
    const address = interviewer_email.toLowerCase()
    if (address && !byAddress.has(address)) byAddress.set(address, { interviewer_name, interviewer_email })
  }
  return [...byAddress.values()].toSorted((a, b) => a.interviewer_name.localeCompare(b.interviewer_name, 'en'))
}
