import type { FastifyReply, FastifyRequest } from 'fastify'
import { FIRST_RUN_PATH } from '#contract/dashboard.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isOwner } from '#server/auth/address.ts'
import { bearerKey } from '#server/auth/bearer.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Caller, StaffCaller } from '#server/http/caller.ts'
import { purposeHash, randomToken } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'
import { applyStoredSettings } from '#server/settings/stored.ts'
import { lockTeams } from '#server/staff/team-store.ts'
import { findLink, findPage, insertKey, listOwnerRows, spendLink, type OpenPage } from './first-run-store.ts'

export const LINK_MINUTES = 60
/** How long the page stays open: after using the link, long enough to wait for a DNS record or a colleague. Owners can reopen it. */
const PAGE_MINUTES = { link: 12 * 60, owner: 60 }
const COOKIE = 'first-run'

type Deps = Pick<Services, 'db' | 'env'>

export async function hasOwner({ db, env }: { db: Db; env: Env }): Promise<boolean> {
  return env.ADMIN_EMAILS.length > 0 || (await listOwnerRows(db)).length > 0
}

/** Creates a link that opens the first run once, within an hour. Returns null if the installation already has an owner. */
export async function makeFirstRunLink({ db, env }: Deps): Promise<string | null> {
  if (env.FIRST_RUN !== 'yes' || (await hasOwner({ db, env }))) return null
  const key = randomToken()
  await insertKey(db, { key_hash: purposeHash('first-run-link', key), opens: 'link', minutes: LINK_MINUTES, session: null })
  return `${env.BASE_URL}${FIRST_RUN_PATH}/link/${key}`
}

export async function isLinkLive({ db, env }: Deps, key: string): Promise<boolean> {
  return (await findLink(db, purposeHash('first-run-link', key))) && !(await hasOwner({ db, env }))
}

/**
 * Invalidates every link and opens the page in this browser only. Returns false if the link was used or has expired, or if there's already an owner.
 */
export async function claimFirstRun({ db, env }: Deps, key: string, by: { caller: Caller; reply: FastifyReply }): Promise<boolean> {
  // Checked first, so strangers can't take the lock.
  if (!(await isLinkLive({ db, env }, key))) return false
  const token = randomToken()
  const isClaimed = await db.transaction(async (tx) => {
    // Owners are added under the same lock.
    await lockTeams(tx)
    if (await hasOwner({ db: tx, env })) return false
    if (!(await spendLink(tx, purposeHash('first-run-link', key)))) return false
    await insertKey(tx, { key_hash: purposeHash('first-run', token), opens: 'page', minutes: PAGE_MINUTES.link, session: null })
    await recordAudit(tx, { actor: by.caller, action: 'first-run.claimed', subject_kind: 'installation' })
    return true
  })
  if (isClaimed) setCookie(by.reply, token, PAGE_MINUTES.link)
  return isClaimed
}

/** Opens the page in an owner's browser until they sign out, for up to an hour. */
export async function reopenFirstRun({ db }: Deps, caller: StaffCaller, reply: FastifyReply): Promise<void> {
  const token = randomToken()
  const session = bearerKey(reply.request)
  await db.transaction(async (tx) => {
    await insertKey(tx, { key_hash: purposeHash('first-run', token), opens: 'page', minutes: PAGE_MINUTES.owner, session })
    await recordAudit(tx, { actor: caller, action: 'first-run.opened', subject_kind: 'installation' })
  })
  setCookie(reply, token, PAGE_MINUTES.owner)
}

/**
 * Returns who has the page open in this browser; null if it isn't open, or if the owner has signed out or lost that role. First applies settings that another
 * process may have just saved, because the next step depends on them.
 */
export async function openPageOf(services: Pick<Services, 'db' | 'env' | 'keys'>, request: FastifyRequest): Promise<OpenPage | null> {
  const token = request.cookies[COOKIE]
  const page = token ? await findPage(services.db, purposeHash('first-run', token)) : null
  if (page && page.staff_account_id !== null && !(page.email !== null && (await isOwner(services, page.email)))) return null
  if (page) await applyStoredSettings(services)
  return page
}

/** Whether the cookie is Secure depends on the request, because the page opens before the installation's address is known. */
function setCookie(reply: FastifyReply, token: string, minutes: number): void {
  const secure = reply.request.protocol === 'https'
  reply.setCookie(COOKIE, token, { httpOnly: true, sameSite: 'strict', secure, path: FIRST_RUN_PATH, maxAge: minutes * 60 })
}
