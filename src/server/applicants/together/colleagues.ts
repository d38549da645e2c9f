import { ACCESS, powersOf } from '#contract/staff/access.ts'
import type { Person } from '#contract/staff/staff.ts'
import { listPeople } from '#server/staff/list-people.ts'
import type { Services } from '#server/services.ts'

/** Everyone who may see applicants for this opening, by address, except suspended people. */
export async function listColleaguesFor(services: Pick<Services, 'db' | 'env'>, ref_function_role_id: number): Promise<string[]> {
  const people = await listPeople(services)
  return people.filter((person) => maySee(person, ref_function_role_id)).map(({ email }) => email)
}

function maySee({ roles, may_decide_flag, sees }: Person, ref_function_role_id: number): boolean {
  if (roles.includes('admin')) return true
  const isScoped = roles.some((role) => ACCESS[role].isScoped)
  return powersOf(roles, may_decide_flag).includes('read') && (!isScoped || sees.includes(ref_function_role_id))
}
