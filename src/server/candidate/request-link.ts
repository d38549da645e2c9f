import { emailKey } from '#contract/applications/person-keys.ts'
import { findNewestApplication } from '#server/applications/access-store.ts'
import { ownPageLink } from '#server/applications/own-page-link.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { linkEmail } from './emails.ts'
import { findAnyApplication } from './store.ts'

/** Every request takes this long, so timing doesn't reveal who applied. */
const RESPONSE_MS = 300
const ROLL_BACK = new Error('rolled back on purpose')

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'limits'>

/**
 * Emails a link to the owner of an address if there's an application with it. Nothing reveals to the caller whether there is: the same statements run
 * either way (for an unknown address in a savepoint that's rolled back), and responses are delayed to the same duration.
 */
export async function requestLink(services: Deps, { email, ip }: { email: string; ip: string }): Promise<void> {
  const minimumTime = new Promise((resolve) => setTimeout(resolve, RESPONSE_MS))
  await services.limits.take('candidate-link', ip)
  await services.db.transaction((tx) => sendLink(tx, services, email))
  await minimumTime
}

async function sendLink(tx: Db, services: Deps, email: string): Promise<void> {
  const { env } = services
  const found = await findNewestApplication(tx, emailKey(email) ?? '')
  const any = await findAnyApplication(tx)
  const user_session_id = found?.user_session_id ?? any
  if (user_session_id === null) return
  await rollBackIfFalse(tx, async (inner) => {
    const link = await ownPageLink(inner, { ...services, requestedBy: emailKey(email) ?? '' }, user_session_id)
    const written = linkEmail(await letterheadOf(env, inner), { user_session_id, to_address: found?.email ?? email, link })
    const queued = await insertEmail(inner, written, { by: 'candidate', scale: env.LIMITS_SCALE })
    return queued !== null && found !== null
  })
}

async function rollBackIfFalse(tx: Db, work: (inner: Db) => Promise<boolean>): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      if (!(await work(inner))) throw ROLL_BACK
    })
  } catch (error) {
    if (error !== ROLL_BACK) throw error
  }
}
