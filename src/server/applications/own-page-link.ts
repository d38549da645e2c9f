import type { Db } from '#server/db/connect.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import { interviewSeal, seal } from '#server/mail/sealed.ts'
import type { Services } from '#server/services.ts'
import { insertLink } from './access-store.ts'

export const OWN_PAGE = '/application'
/** The prefix of links in interview emails. */
export const OWN_INTERVIEWS = `${OWN_PAGE}/interviews`

type Deps = Pick<Services, 'env' | 'keys'> & {
  /** For emails worded by staff: see `seal`. */
  sealedFor?: string
  /** The mailbox that requested the link and gets the email. */
  requestedBy?: string
}

/** Creates a link to the candidate's page for an email. The database stores only its hash, and the email stores the key sealed. */
export async function ownPageLink(tx: Db, { requestedBy, ...needed }: Deps, user_session_id: number): Promise<string> {
  const { url, token_hash } = createOwnPageLink(needed)
  await insertLink(tx, { token_hash, user_session_id, requestedBy: requestedBy ?? null })
  return url
}

/** A link that opens nothing until its hash is stored. */
export function createOwnPageLink({ env, keys, sealedFor }: Omit<Deps, 'requestedBy'>): { url: string; token_hash: string } {
  const key = randomToken()
  return { url: `${env.BASE_URL}${OWN_PAGE}/${seal(keys, key, sealedFor)}`, token_hash: purposeHash('own-page-link', key) }
}

/** Creates a link for an interview email that opens only the interviews of one application. */
export async function interviewsLink(tx: Db, { env, keys }: Pick<Services, 'env' | 'keys'>, user_session_id: number): Promise<string> {
  const key = randomToken()
  await insertLink(tx, { token_hash: purposeHash('interviews-link', key), user_session_id, requestedBy: null, opens: 'interviews' })
  return `${env.BASE_URL}${OWN_INTERVIEWS}/${seal(keys, key, interviewSeal(user_session_id))}`
}
