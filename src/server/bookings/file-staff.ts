import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { bookingsAway } from './bookings-away.ts'
import { eachAddressOnce } from './each-address-once.ts'
import type { StaffList } from './staff-list.ts'

const StaffFile = z.array(z.object({ interviewer_name: z.string(), interviewer_email: z.string() }))

/** Reads the JSON file used instead of a bookings service. It's read on every call, so edits take effect without a restart. */
export function fileStaff(path: string): StaffList {
  return {
    async list() {
      const text = await readFile(path, 'utf8').catch(emptyWhenMissing)
      const staff = StaffFile.safeParse(parsed(text))
      if (!staff.success) throw bookingsAway('The staff file must be a JSON array of {interviewer_name, interviewer_email}.')
      return eachAddressOnce(staff.data)
    },
  }
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw bookingsAway(`The staff file can't be read (${error.code}).`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bookingsAway("The staff file isn't valid JSON.")
  }
}
