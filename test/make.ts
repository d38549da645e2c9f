import type { Db } from '#server/db/connect.ts'
import { function_role } from '#server/db/tables.ts'

export async function makeRole(db: Db, but: Partial<typeof function_role.$inferInsert> = {}) {
  const [role] = await db
    .insert(function_role)
    .values({
      function_role_name: 'Remote Care Coordinator',
      function_role_description: 'You keep patients and clinicians in touch.',
      function_role_responsibilities: 'Call patients\nKeep records',
      function_role_requirements: 'Two years with patients',
      hiring_lead_email: 'lead@meridianhealth.example',
      hiring_lead_name: 'Lena Lead',
      ...but,
    })
    .returning()
  return role!
}

export const makeRoleId = async (db: Db) => (await makeRole(db)).ref_function_role_id

const GOOD: Record<string, string> = {
  first_name: 'Ada',
  last_name: 'Archer',
  email: 'ada@example.com',
  linkedin_profile_url: 'https://www.linkedin.com/in/ada-archer',
  recent_role_tenure: '18',
}

/** Returns an answer that the form accepts. */
export function goodAnswer(question_name: string, question_type: string): string {
  return GOOD[question_name] ?? (question_type === 'Extended Open Text Box' ? 'I have cared for patients for six years.' : 'Yes')
}
