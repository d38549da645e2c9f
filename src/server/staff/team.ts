import type { Input } from '#contract/endpoint.ts'
import { ACCESS } from '#contract/staff/access.ts'
import { TEAM_PARTS, type RoleTeam, type saveRoleTeam as saveCall, type TeamNews, type TeamPart } from '#contract/staff/team.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { permissionsOf } from '#server/auth/address.ts'
import { findMember } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { rejectStale } from '#server/http/versions.ts'
import { findEditedRole, lockRole } from '#server/roles/editing-store.ts'
import type { Services } from '#server/services.ts'
import {
  deleteTeamMembers,
  listTeam,
  listTeamAccounts,
  listThroughDepartment,
  lockTeams,
  setTeamMembers,
  touchAccounts,
  touchRoles,
  type TeamAccount,
} from './team-store.ts'

type Deps = Pick<Services, 'db' | 'env'>

/** Throws 404 for an unknown role or one outside the caller's openings. */
export async function readTeam({ db, env }: Deps, { scope }: Pick<StaffCaller, 'scope'>, id: number): Promise<RoleTeam> {
  if (scope !== 'everyone' && !scope.includes(id)) throw new HttpError(404, 'Role not found')
  const { version, hiring_lead_email, hiring_lead_name } = found(await findEditedRole(db, id), 'Role not found')
  const lead = hiring_lead_email.toLowerCase()
  const members = (await listTeam(db, id)).filter((one) => isReader(env, one))
  const others = (await listThroughDepartment(db, id)).filter((one) => isReader(env, one) && !members.some(({ email }) => email === one.email))
  return {
    version,
    hiring_lead_email,
    hiring_lead_name,
    lead_has_access: permissionsOf(env, lead, await findMember(db, lead)).powers.includes('read'),
    members: members.map((member) => ({ staff_account_id: member.staff_account_id, email: member.email, part: teamPartFor(member) })),
    through_department: others.map(({ email }) => email),
  }
}

type Change = Input<typeof saveCall>

/**
 * Throws 404 for an unknown role, 409 if it was changed after `version`, 422 for someone who isn't allowed to have their part. Identical values
 * change nothing. Takes effect on the next request of everyone affected.
 */
export async function saveTeam({ db, env }: Deps, caller: StaffCaller, { id, version, members }: Change): Promise<RoleTeam> {
  return db.transaction(async (tx) => {
    await lockTeams(tx)
    await lockRole(tx, id)
    rejectStale(found(await findEditedRole(tx, id), 'Role not found'), version)
    const stored = await readTeam({ db: tx, env }, caller, id)
    const rows = await validRows({ tx, env }, { id, members })
    const isSame = (one: Change['members'][number]) => stored.members.some((now) => now.staff_account_id === one.staff_account_id && now.part === one.part)
    const removedIds = stored.members
      .map((member) => member.staff_account_id)
      .filter((one) => !members.some(({ staff_account_id }) => staff_account_id === one))
    const changed = [...members.filter((member) => !isSame(member)).map((member) => member.staff_account_id), ...removedIds]
    if (changed.length === 0) return stored
    await deleteTeamMembers(tx, id, removedIds)
    await setTeamMembers(tx, rows)
    await touchAccounts(tx, changed)
    await touchRoles(tx, [id], caller.staff_account_id)
    await recordAudit(tx, { actor: caller, action: 'role.changed', subject_kind: 'role', subject_id: id, facts: { fields: ['team'], team: members } })
    return readTeam({ db: tx, env }, caller, id)
  })
}

/** Throws 422 for a person who's unknown, listed twice, or whose staff role doesn't allow their part. */
async function validRows({ tx, env }: { tx: Db; env: Env }, { id, members }: Pick<Change, 'id' | 'members'>) {
  const ids = members.map((member) => member.staff_account_id)
  if (new Set(ids).size < ids.length) throw fieldError(422, 'members', 'Each person can have one part')
  const accounts = await listTeamAccounts(tx, ids)
  return members.map(({ staff_account_id, part }) => {
    const account = accounts.find((one) => one.staff_account_id === staff_account_id)
    if (!account) throw fieldError(422, 'members', "One of these people doesn't exist")
    const refusal = partError(env, account, part)
    if (refusal) throw fieldError(422, 'members', refusal)
    return { staff_account_id, ref_function_role_id: id, part: part === account.given_role ? null : part }
  })
}

/** Owners can have any part. Anyone else's part on a role never allows more than their staff role. */
function partError(env: Env, account: TeamAccount, part: TeamPart): string | null {
  if (!isReader(env, account)) return `${account.email} can't see applicants. Give them a role under People first.`
  if (part === 'coordinator' || account.given_role === null || account.given_role === part) return null
  return `${account.email} is a ${ACCESS[account.given_role].name.toLowerCase()} under People, so they can't be a ${TEAM_PARTS[part].name.toLowerCase()} here`
}

function isReader(env: Env, account: TeamAccount): boolean {
  const { roles, powers } = permissionsOf(env, account.email, account)
  return powers.includes('read') && (roles.includes('admin') || roles.some((role) => ACCESS[role].isScoped))
}

/** Returns the people on the role's team, other than the hiring lead, who get emails about this. */
export async function listRecipients(tx: Db, env: Env, { ref_function_role_id, news, lead }: { ref_function_role_id: number; news: TeamNews; lead: string }) {
  const notified = (await listTeam(tx, ref_function_role_id)).filter((one) => isNotified(env, one, news)).map(({ email }) => email)
  return notified.filter((email) => email !== lead.toLowerCase())
}

/** Returns who gets emails about this for each role, other than the hiring leads. */
export async function listAllRecipients(tx: Db, env: Env, news: TeamNews): Promise<{ ref_function_role_id: number; to_address: string }[]> {
  const notified = (await listTeam(tx, 'any')).filter((one) => isNotified(env, one, news))
  return notified.map(({ ref_function_role_id, email }) => ({ ref_function_role_id, to_address: email }))
}

type ListedMember = Awaited<ReturnType<typeof listTeam>>[number]

function isNotified(env: Env, member: ListedMember, news: TeamNews): boolean {
  return isReader(env, member) && TEAM_PARTS[teamPartFor(member)].told.includes(news)
}

function teamPartFor({ part, given_role }: Pick<ListedMember, 'part' | 'given_role'>): TeamPart {
  return part ?? (given_role === 'hiring-manager' ? 'hiring-manager' : 'recruiter')
}
