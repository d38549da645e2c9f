import { listStatuses as listStatusesCall } from '#contract/statuses/statuses.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { listStatuses } from './store.ts'

export function statusesRoutes(context: AppContext): void {
  answer(context, listStatusesCall, () => listStatuses(context.services.db))
}
