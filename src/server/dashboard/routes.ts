import {
  allowSuppressedAddress as allowSuppressedAddressCall,
  checkInstallation as checkInstallationCall,
  listSuppressedAddresses as listSuppressedAddressesCall,
  listWorklist,
  noteVisit,
  readDashboard as readDashboardCall,
  readInstallation as readInstallationCall,
} from '#contract/dashboard.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { readDashboard } from './read-dashboard.ts'
import { checkInstallation, readInstallation } from './read-installation.ts'
import { allowSuppressedAddress, listSuppressedAddresses } from './suppressed-addresses.ts'
import { setVisited } from './store.ts'
import { listWorklistRows } from './worklist-store.ts'

export function dashboardRoutes(context: AppContext): void {
  const { db, env } = context.services

  answer(context, readDashboardCall, ({ input, caller }) => readDashboard(context.services, caller, input))
  answer(context, listWorklist, ({ input, caller: { scope, email } }) =>
    listWorklistRows(db, input.worklist, { scope, email, order: { time_zone: env.TIME_ZONE }, on: todayIn(env.TIME_ZONE) }),
  )
  answer(context, checkInstallationCall, () => checkInstallation(context.services))
  answer(context, readInstallationCall, () => readInstallation(context.services))
  answer(context, listSuppressedAddressesCall, () => listSuppressedAddresses(context.services))
  answer(context, allowSuppressedAddressCall, async ({ input, caller }) => {
    await allowSuppressedAddress(context.services, caller, input.id)
    return { message: 'Emails go to this address again.' }
  })
  answer(context, noteVisit, async ({ caller }) => ({ previous_visit_at: await setVisited(db, caller.staff_account_id) }))
}
