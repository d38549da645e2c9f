import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { audit_trail, function_role } from '#server/db/tables.ts'
import { SEEDING } from '#server/db/reference/seed-reference.ts'
import { applicantOf } from './applicant.ts'
import { CAST } from '#demo/cast.ts'
import { insertApplications } from './insert-applications.ts'
import { insertDecisions } from './insert-decisions.ts'
import { insertInterviews } from './insert-interviews.ts'
import { insertRedFlagDecisions } from './insert-red-flag-decisions.ts'
import { insertResumes } from './insert-resumes.ts'
import { insertRoles } from './insert-roles.ts'
import { insertStaff } from './insert-staff.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import type { Scene } from './scene.ts'

/**
 * Fills a database that has no roles with a company in the middle of hiring; returns whether it did. Requires the reference data. The content is
 * always the same, with dates counted back from now. It's inserted all or nothing, and only once, no matter how many processes start.
 */
export async function seedDemo({ db, files, env }: Pick<Scene, 'files' | 'env'> & { db: Db }): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING}::bigint)`)
    if (
      (
        await tx
          .select({ one: sql`1` })
          .from(function_role)
          .limit(1)
      ).length > 0
    )
      return false

    const applicants = CAST.map(applicantOf)
    const { staff, interviewers } = await insertStaff(tx, env)
    const scene: Scene = { tx, files, env, now: await databaseNow(tx), applicants, staff, interviewers }
    await insertRoles(scene)
    const steps = await insertApplications(scene)
    await insertResumes(scene)
    await queueForSearch(tx, ...applicants.filter((one) => one.submitted_days_ago !== null).map((one) => one.user_session_id))
    await insertDecisions(scene, steps)
    await insertRedFlagDecisions(scene, await insertInterviews(scene))
    await tx.insert(audit_trail).values({
      actor_kind: 'system',
      action: 'demo.seeded',
      subject_kind: 'database',
      facts: { words: 'seeded demo data', applications: applicants.length },
    })
    return true
  })
}

async function databaseNow(tx: Db): Promise<Date> {
  const { rows } = await tx.execute(sql`select (extract(epoch from now()) * 1000)::float8 as now`)
  return new Date(Number(rows[0]!['now']))
}
