import {
  createHiringDecisionDetail,
  generateRationale as generateRationaleCall,
  listHiringDecisionDetails,
  listRedFlags as listRedFlagsCall,
  readGenerator,
  updateHiringDecisionDetail,
  updateRedFlag as updateRedFlagCall,
} from '#contract/red-flags.ts'
import { answer, type House } from '#server/http/answer.ts'
import { guarded } from '#server/rationale/guard.ts'
import type { Services } from '#server/services.ts'
import { generateRationale } from './generate-rationale.ts'
import { changeDecision, createDecision, readDecisions } from './save-decision.ts'
import { listRedFlags } from './store.ts'
import { updateRedFlag } from './update-red-flag.ts'

const AT_A_TIME = { perRow: 1, perUser: 2 }

export function redFlagsRoutes(house: House): void {
  const { services } = house
  const rationale = services.rationale && guarded(services.rationale, { ...AT_A_TIME, isWithinHour: (user) => countHour(services, user) })

  answer(house, listRedFlagsCall, () => listRedFlags(services.db))

  answer(house, updateRedFlagCall, ({ input, caller }) => updateRedFlag(services, caller, input))

  answer(house, readGenerator, async () => ({ generator: rationale?.name ?? null }))

  answer(house, generateRationaleCall, ({ input, caller, reply }) =>
    generateRationale({ db: services.db, rationale }, caller, { ...input, isGone: () => reply.raw.destroyed }),
  )

  answer(house, listHiringDecisionDetails, ({ input }) => readDecisions(services, input.user_session_id, input.fgl_ref_red_flag_id))

  answer(house, createHiringDecisionDetail, ({ input, caller }) => createDecision(services, caller, input))

  answer(house, updateHiringDecisionDetail, ({ input, caller }) => changeDecision(services, caller, input))
}

/** Counted for all processes together; the refusal says how long to wait. */
async function countHour({ limits }: Services, user: string): Promise<true> {
  await limits.take('generate-rationale', user)
  return true
}
