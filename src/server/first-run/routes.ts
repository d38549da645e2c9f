import { openFirstRun } from '#contract/dashboard.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { reopenFirstRun } from './first-run-link.ts'

export function firstRunRoutes(context: AppContext): void {
  answer(context, openFirstRun, async ({ caller, reply }) => {
    await reopenFirstRun(context.services, caller, reply)
    return null
  })
}
