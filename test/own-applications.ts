import { sql } from 'drizzle-orm'
import { updateStatus } from '#contract/applicants/moves.ts'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import { apply } from './applying.ts'
import { makeRoleId } from './make.ts'
import { openOwnPage } from './own-page.ts'
import type { TestApp } from './setup/app.ts'

/** Sets up a role with an admin who decides, and people who apply and open their own pages. */
export async function ownApplications(app: TestApp) {
  const admin = await app.admin()
  const ref_function_role_id = await makeRoleId(app.db)
  let people = 0

  /** Applies as a new person who then opens the link in the confirmation. */
  async function applied(to = ref_function_role_id) {
    const email = `person${++people}@example.com`
    const reason = `Reason ${people}`
    const { user_session_id, as: applying } = await apply(app, to, { email, why_this_role: reason })
    return { email, reason, id: user_session_id, applying, as: await openOwnPage(app, email) }
  }

  async function read({ as, id }: Awaited<ReturnType<typeof applied>>) {
    const { body } = await app.call(listOwnApplications, {}, as)
    return body.find((one) => one.user_session_id === id)!
  }
  const move = (user_session_id: number, to: number) => app.call(updateStatus, { user_session_id, ref_application_status_id: to }, admin)
  const endUndo = (id: number) => app.db.execute(sql`update status_change set undo_until = now() - interval '1 second' where user_session_id = ${id}`)
  return { admin, ref_function_role_id, applied, read, move, endUndo }
}
