import { accountHashes } from '#server/auth/known-browser.ts'
import type { Services } from '#server/services.ts'
import { listAccounts } from './store.ts'

/** Maps hashed addresses in rows to staff members' addresses; the trail doesn't store strangers' addresses. */
export type KnownAccounts = ReadonlyMap<unknown, string>

export async function knownAccounts(services: Pick<Services, 'db' | 'env' | 'keys'>): Promise<KnownAccounts> {
  const addresses = [...services.env.ADMIN_EMAILS, ...(await listAccounts(services.db))]
  return new Map(addresses.flatMap((address) => accountHashes(services, address).map((hash) => [hash, address])))
}
