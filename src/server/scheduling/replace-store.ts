import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { PlanPart } from '#contract/scheduling/scheduling.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, role_plan } from '#server/db/tables.ts'

/** Someone who's leaving or taking over: their account, and who they are as an interviewer. */
export type StaffIdentity = { staff_account_id: number; email: string; ref_interviewer_id: number | null }
export type Handover = { from: StaffIdentity; to: StaffIdentity }
type NamedRow = { id: number; name: string }

async function list(db: Db, query: SQL): Promise<NamedRow[]> {
  return (await db.execute<NamedRow>(query)).rows
}

export function listLed(db: Db, { email }: StaffIdentity): Promise<NamedRow[]> {
  return list(db, sql`select ref_function_role_id as id, function_role_name as name from function_role where lower(hiring_lead_email) = ${email} order by 1`)
}

export function listTeams(db: Db, { staff_account_id }: StaffIdentity): Promise<NamedRow[]> {
  return list(
    db,
    sql`select r.ref_function_role_id as id, r.function_role_name as name from staff_scope join function_role r using (ref_function_role_id)
      where staff_account_id = ${staff_account_id} order by 1`,
  )
}

export function listDepartments(db: Db, { staff_account_id }: StaffIdentity): Promise<NamedRow[]> {
  return list(db, sql`select 0 as id, department as name from staff_department where staff_account_id = ${staff_account_id} order by 2`)
}

/** Upcoming booked interviews, in the order in which applicants are locked. */
export function listInterviewsOf(db: Db, { ref_interviewer_id }: StaffIdentity): Promise<(NamedRow & { user_session_id: number })[]> {
  return list(
    db,
    sql`select interview_booking_id as id, '' as name, user_session_id from interview_booking
      where ref_interviewer_id = ${ref_interviewer_id} and state = 'booked' and starts_at > now() order by user_session_id, 1`,
  ) as Promise<(NamedRow & { user_session_id: number })[]>
}

/** Roles whose interview plan includes this interviewer. */
export async function listRolesOnPanel(db: Db, { ref_interviewer_id }: StaffIdentity): Promise<(NamedRow & { parts: PlanPart[] })[]> {
  const rows = await db
    .select({ id: role_plan.ref_function_role_id, name: function_role.function_role_name, parts: role_plan.parts })
    .from(role_plan)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, role_plan.ref_function_role_id))
    .orderBy(asc(role_plan.ref_function_role_id))
  return rows.filter(({ parts }) => parts.some(({ interviewer_ids }) => ref_interviewer_id !== null && interviewer_ids.includes(ref_interviewer_id)))
}

/** Candidates whose plan includes this interviewer. */
export function listPlansOf(db: Db, { ref_interviewer_id }: StaffIdentity): Promise<NamedRow[]> {
  return list(
    db,
    sql`select distinct p.user_session_id as id, '' as name from interview_plan_part join interview_plan p using (interview_plan_id)
      where ${ref_interviewer_id}::int = any(interviewer_ids) order by 1`,
  )
}

export function listAssignedTo(db: Db, { staff_account_id }: StaffIdentity): Promise<NamedRow[]> {
  return list(db, sql`select user_session_id as id, '' as name from assignment where staff_account_id = ${staff_account_id} order by 1`)
}

export function listUnreadBy(db: Db, { staff_account_id }: StaffIdentity): Promise<NamedRow[]> {
  return list(db, sql`select note_id as id, '' as name from note_mention where staff_account_id = ${staff_account_id} and seen_at is null order by 1`)
}

export function listSharedBy(db: Db, { staff_account_id }: StaffIdentity): Promise<NamedRow[]> {
  return list(db, sql`select saved_view_id as id, view_name as name from saved_view where staff_account_id = ${staff_account_id} and is_shared order by 1`)
}

/** The name someone has as an interviewer or a hiring lead; null if they're neither. */
export async function findNameOf(db: Db, email: string): Promise<string | null> {
  const [row] = await list(
    db,
    sql`select 0 as id, interviewer_name as name from interviewer where interviewer_email = ${email}
      union all select ref_function_role_id, hiring_lead_name from function_role where lower(hiring_lead_email) = ${email} order by 1 limit 1`,
  )
  return row?.name ?? null
}

/** Locks the affected roles until the transaction ends, in the same order as every other change. */
export async function lockRolesOf(tx: Db, from: StaffIdentity): Promise<void> {
  const roles = [...(await listLed(tx, from)), ...(await listTeams(tx, from)), ...(await listRolesOnPanel(tx, from))].map(({ id }) => id)
  await tx.execute(
    sql`select 1 from function_role where ref_function_role_id = any(${sql.param(roles)}::int[]) order by ref_function_role_id for no key update`,
  )
}

export async function moveLeads(tx: Db, { from, to }: Handover, name: string): Promise<void> {
  await tx.execute(sql`update function_role set hiring_lead_email = ${to.email}, hiring_lead_name = ${name} where lower(hiring_lead_email) = ${from.email}`)
}

/** Team parts follow the successor's staff role, except for coordinators; an owner keeps the same part. */
export async function moveTeams(tx: Db, { from, to }: Handover, isOwner: boolean): Promise<void> {
  const part = isOwner
    ? sql`coalesce(s.part, (select given_role from staff_account where staff_account_id = ${from.staff_account_id}))`
    : sql`case when s.part = 'coordinator' then s.part end`
  await tx.execute(sql`
    insert into staff_scope (staff_account_id, ref_function_role_id, part)
    select ${to.staff_account_id}::int, s.ref_function_role_id, ${part} from staff_scope s where s.staff_account_id = ${from.staff_account_id}
    on conflict do nothing`)
  await tx.execute(sql`delete from staff_scope where staff_account_id = ${from.staff_account_id}`)
}

/** Owners can see every department anyway. */
export async function moveDepartments(tx: Db, { from, to }: Handover, isOwner: boolean): Promise<void> {
  if (!isOwner)
    await tx.execute(sql`
      insert into staff_department (staff_account_id, department)
      select ${to.staff_account_id}::int, department from staff_department where staff_account_id = ${from.staff_account_id} on conflict do nothing`)
  await tx.execute(sql`delete from staff_department where staff_account_id = ${from.staff_account_id}`)
}

export async function setPanel(tx: Db, ref_function_role_id: number, parts: PlanPart[]): Promise<void> {
  await tx.update(role_plan).set({ parts }).where(eq(role_plan.ref_function_role_id, ref_function_role_id))
}

/** Replaces an interviewer in candidates' plans, and releases the times that candidates hold with them. `by` is who replaces them. */
export async function movePlans(tx: Db, { from, to }: Handover, by: number): Promise<void> {
  const [old, next] = [sql`${from.ref_interviewer_id}::int`, sql`${to.ref_interviewer_id}::int`]
  // Leaves `modified_at` alone, so candidates keep their deadline for picking a time.
  await tx.execute(sql`
    update interview_plan p set version = version + 1, modified_by = ${by} where exists (
      select from interview_plan_part t where t.interview_plan_id = p.interview_plan_id and ${old} = any(t.interviewer_ids))`)
  await tx.execute(sql`
    update interview_plan_part set interviewer_ids =
      case when ${next} = any(interviewer_ids) then array_remove(interviewer_ids, ${old}) else array_replace(interviewer_ids, ${old}, ${next}) end,
      interviewer_count = least(interviewer_count, cardinality(interviewer_ids) - case when ${next} = any(interviewer_ids) then 1 else 0 end)
    where ${old} = any(interviewer_ids)`)
  // When the first interviewer's hold ends, so do the others'.
  await tx.execute(sql`
    delete from interview_booking where state = 'held' and interview_booking_id in (
      select coalesce(beside_id, interview_booking_id) from interview_booking where state = 'held' and ref_interviewer_id = ${old})`)
}

/** `by` is who moves them; the successor is told in the next digest. */
export async function moveAssignments(tx: Db, { from, to }: Handover, by: number): Promise<void> {
  await tx.execute(sql`
    update assignment set staff_account_id = ${to.staff_account_id}, assigned_by = ${by}, assigned_at = now(),
      told_at = case when ${to.staff_account_id}::int = ${by}::int then now() end
    where staff_account_id = ${from.staff_account_id}`)
}

export async function moveMentions(tx: Db, { from, to }: Handover): Promise<void> {
  await tx.execute(sql`
    delete from note_mention m where staff_account_id = ${from.staff_account_id} and seen_at is null
      and exists (select from note_mention o where o.note_id = m.note_id and o.staff_account_id = ${to.staff_account_id})`)
  await tx.execute(sql`
    update note_mention set staff_account_id = ${to.staff_account_id}, told_at = null where staff_account_id = ${from.staff_account_id} and seen_at is null`)
}

/** If a view's name is taken, its number is appended. */
export async function moveViews(tx: Db, { from, to }: Handover): Promise<void> {
  await tx.execute(sql`
    update saved_view v set staff_account_id = ${to.staff_account_id}, view_name = case
      when exists (select from saved_view o where o.staff_account_id = ${to.staff_account_id} and o.view_name = v.view_name)
      then left(v.view_name, 45) || ' (' || v.saved_view_id || ')' else v.view_name end
    where v.staff_account_id = ${from.staff_account_id} and v.is_shared`)
}
