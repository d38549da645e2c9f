import type { Person } from '#contract/staff/staff.ts'
import { permissionsOf } from '#server/auth/address.ts'
import type { Env } from '#server/env.ts'
import type { Services } from '#server/services.ts'
import { listAccounts, type Account } from './store.ts'

/** Lists owners first, including those who have never signed in, then everyone else who has access or is suspended. */
export async function listPeople({ db, env }: Pick<Services, 'db' | 'env'>): Promise<Person[]> {
  const people = (await listAccounts(db)).map((account) => presentPerson(env, account))
  const known = new Set(people.map(({ email }) => email))
  const unseen = env.ADMIN_EMAILS.filter((email) => !known.has(email)).map((email) => unseenOwner(env, email))
  const isShown = ({ roles, suspended_at }: Person) => roles.length > 0 || suspended_at !== null
  const isOwner = ({ roles }: Person) => Number(roles.includes('admin'))
  return [...people.filter(isShown), ...unseen].toSorted((a, b) => isOwner(b) - isOwner(a) || a.email.localeCompare(b.email))
}

export function presentPerson(env: Env, account: Account): Person {
  const iso = (at: string | null) => at && new Date(at).toISOString()
  const { roles } = permissionsOf(env, account.email, account)
  const { owner_flag: _, ...shown } = account
  const is_from_settings = env.ADMIN_EMAILS.includes(account.email)
  return { ...shown, roles, is_from_settings, suspended_at: iso(account.suspended_at), last_seen_at: iso(account.last_seen_at) }
}

function unseenOwner(env: Env, email: string): Person {
  const { roles } = permissionsOf(env, email, null)
  const never = {
    given_role: null,
    may_decide_flag: false,
    scope: [],
    sees: [],
    departments: [],
    suspended_at: null,
    last_seen_at: null,
    live_sessions: 0,
    passkeys: 0,
    version: 1,
  }
  return { staff_account_id: null, email, roles, is_from_settings: true, ...never }
}
