import { listWorklist, noteVisit, readDashboard as readDashboardCall, readInstallation as readInstallationCall } from '#contract/dashboard.ts'
import { answer, type House } from '#server/http/answer.ts'
import { readDashboard } from './read-dashboard.ts'
import { readInstallation } from './read-installation.ts'
import { setVisited } from './store.ts'
import { listWorklistRows } from './worklist-store.ts'

export function dashboardRoutes(house: House): void {
  const { db } = house.services

  answer(house, readDashboardCall, ({ input, caller }) => readDashboard(db, caller, input))
  answer(house, listWorklist, ({ input }) => listWorklistRows(db, input.worklist))
  answer(house, readInstallationCall, () => readInstallation(house.services))
  answer(house, noteVisit, async ({ caller }) => ({ previous_visit_at: await setVisited(db, caller.staff_account_id) }))
}
