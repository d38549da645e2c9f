import type { Db } from '#server/db/connect.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import { interviewSeal, seal } from '#server/mail/sealed.ts'
import type { Services } from '#server/services.ts'
import { insertLink } from './access-store.ts'

export const OWN_PAGE = '/application'
/** What links in emails about interviews begin with. */
export const OWN_INTERVIEWS = `${OWN_PAGE}/interviews`

type Needed = Pick<Services, 'env' | 'keys'> & {
  /** Of an email that staff word: see `seal`. */
  sealedFor?: string
  /** The mailbox whose owner asked for it and that the email goes to. */
  requestedBy?: string
}

/** A new link to the candidate's own page, for an email: the database holds only its hash, and the email's key sealed. */
export async function ownPageLink(tx: Db, { env, keys, sealedFor, requestedBy }: Needed, user_session_id: number): Promise<string> {
  const key = randomToken()
  await insertLink(tx, { token_hash: purposeHash('own-page-link', key), user_session_id, requestedBy: requestedBy ?? null })
  return `${env.BASE_URL}${OWN_PAGE}/${seal(keys, key, sealedFor)}`
}

/** A new link that opens the interviews of one application and nothing else, for an email about one of them. */
export async function interviewsLink(tx: Db, { env, keys }: Pick<Services, 'env' | 'keys'>, user_session_id: number): Promise<string> {
  const key = randomToken()
  await insertLink(tx, { token_hash: purposeHash('interviews-link', key), user_session_id, requestedBy: null, opens: 'interviews' })
  return `${env.BASE_URL}${OWN_INTERVIEWS}/${seal(keys, key, interviewSeal(user_session_id))}`
}
