import type { Db } from '#server/db/connect.ts'
import { randomToken } from '#server/http/keys.ts'
import { seal } from '#server/mail/sealed.ts'
import type { Services } from '#server/services.ts'
import { capabilityHash } from './cookie.ts'
import { insertAccess } from './access-store.ts'

export const OWN_PAGE = '/application'

type Needed = Pick<Services, 'env' | 'keys'> & { /** Of an email that staff word: see `seal`. */ sealedFor?: string }

/** A new link to the candidate's own page, for an email: the database holds only its hash, and the email's key sealed. */
export async function ownPageLink(tx: Db, { env, keys, sealedFor }: Needed, user_session_id: number): Promise<string> {
  const key = randomToken()
  await insertAccess(tx, { token_hash: capabilityHash(key), kind: 'link', user_session_id })
  return `${env.BASE_URL}${OWN_PAGE}/${seal(keys, key, sealedFor)}`
}
