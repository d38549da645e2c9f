import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { bookingsUnavailable } from './bookings-unavailable.ts'
import { uniqueByAddress } from './each-address-once.ts'
import type { GraphConfig } from './graph-client.ts'
import { graphStaff } from './graph-staff.ts'
import type { StaffList } from './staff-list.ts'

export type BookingsSource = {
  BOOKINGS_BASE_URL?: string | undefined
  BOOKINGS_TENANT_ID?: string | undefined
  BOOKINGS_CLIENT_ID?: string | undefined
  BOOKINGS_CLIENT_SECRET?: string | undefined
  /** Separated by commas. */
  BOOKINGS_BUSINESS_IDS?: string | undefined
  BOOKINGS_TOKEN_URL?: string | undefined
  DATA_DIR: string
}

/** Uses Microsoft Bookings if `BOOKINGS_BASE_URL` is set, otherwise the staff file in `DATA_DIR`; throws an error that names missing settings. */
export function openBookings(env: BookingsSource): StaffList {
  const config = graphConfigOf(env)
  return config ? graphStaff(config) : fileStaff(join(env.DATA_DIR, 'bookings-staff.json'))
}

/** Returns null without `BOOKINGS_BASE_URL`; throws an error that names missing settings. */
export function graphConfigOf(env: BookingsSource): GraphConfig | null {
  if (!env.BOOKINGS_BASE_URL) return null
  return {
    baseUrl: env.BOOKINGS_BASE_URL,
    tenantId: env.BOOKINGS_TOKEN_URL ? (env.BOOKINGS_TENANT_ID ?? '') : set(env, 'BOOKINGS_TENANT_ID'),
    clientId: set(env, 'BOOKINGS_CLIENT_ID'),
    clientSecret: set(env, 'BOOKINGS_CLIENT_SECRET'),
    businessIds: set(env, 'BOOKINGS_BUSINESS_IDS')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
    tokenUrl: env.BOOKINGS_TOKEN_URL,
  }
}

function set(env: BookingsSource, name: keyof BookingsSource): string {
  const value = env[name]
  if (!value) throw new Error(`${name} must be set when BOOKINGS_BASE_URL is.`)
  return value
}

const StaffFile = z.array(z.object({ interviewer_name: z.string(), interviewer_email: z.string() }))

/** Reads the JSON file used instead of a bookings service. It's read on every call, so edits take effect without a restart. */
function fileStaff(path: string): StaffList {
  return {
    async list() {
      const text = await readFile(path, 'utf8').catch(emptyWhenMissing)
      const staff = StaffFile.safeParse(tryParse(text))
      if (!staff.success) throw bookingsUnavailable('The staff file must be a JSON array of {interviewer_name, interviewer_email}.')
      return uniqueByAddress(staff.data)
    },
  }
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw bookingsUnavailable(`The staff file can't be read (${error.code}).`)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bookingsUnavailable("The staff file isn't valid JSON.")
  }
}
