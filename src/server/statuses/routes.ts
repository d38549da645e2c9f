import { listStatuses as listStatusesCall } from '#contract/statuses.ts'
import { answer, type House } from '#server/http/answer.ts'
import { listStatuses } from './store.ts'

export function statusesRoutes(house: House): void {
  answer(house, listStatusesCall, () => listStatuses(house.services.db))
}
