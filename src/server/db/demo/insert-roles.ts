import { continueAfter } from '#server/db/reference/seed-reference.ts'
import { function_role } from '#server/db/tables.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import { daysBefore } from './scene.ts'
import type { Scene } from './scene.ts'

export async function insertRoles({ tx, env, now }: Scene): Promise<void> {
  const rows = DEMO_ROLES.map(({ key: _key, lead, pay, published_days_ago, closes_in_days, ...role }, place) => ({
    ...role,
    ref_function_role_id: place + 1,
    hiring_lead_email: `${lead}@${env.COMPANY_DOMAIN}`,
    salary_min: pay?.least ?? null,
    salary_max: pay?.most ?? null,
    salary_unit: pay?.unit ?? ('YEAR' as const),
    published_at: daysBefore(now, published_days_ago),
    created_at: daysBefore(now, published_days_ago),
    modified_at: daysBefore(now, role.disabled_flag ? 12 : published_days_ago),
    disabled_at: role.disabled_flag ? daysBefore(now, 12) : null,
    was_public_flag: role.disabled_flag ?? false,
    closes_at: closes_in_days === undefined ? null : daysBefore(now, -closes_in_days),
  }))
  await tx.insert(function_role).values(rows)
  await continueAfter(tx, function_role, function_role.ref_function_role_id)
}
