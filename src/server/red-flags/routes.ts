import {
  createHiringDecisionDetail,
  generateRationale as generateRationaleCall,
  listHiringDecisionDetails,
  listRedFlags as listRedFlagsCall,
  readGenerator,
  setRationaleOptOut,
  updateHiringDecisionDetail,
  updateRedFlag as updateRedFlagCall,
} from '#contract/red-flags.ts'
import { answer, type House } from '#server/http/answer.ts'
import { generateRationale } from './generate-rationale.ts'
import { changeDecision, createDecision, readDecisions } from './save-decision.ts'
import { listRedFlags } from './store.ts'
import { optOut, readSwitches } from './switches.ts'
import { updateRedFlag } from './update-red-flag.ts'

export function redFlagsRoutes(house: House): void {
  const { services } = house
  answer(house, listRedFlagsCall, () => listRedFlags(services.db))

  answer(house, updateRedFlagCall, ({ input, caller }) => updateRedFlag(services, caller, input))

  answer(house, readGenerator, ({ input }) => readSwitches(services, input.user_session_id))

  answer(house, setRationaleOptOut, ({ input, caller }) => optOut(services, caller, input))

  answer(house, generateRationaleCall, ({ input, caller, reply }) => generateRationale(services, caller, { ...input, isGone: () => reply.raw.destroyed }))

  answer(house, listHiringDecisionDetails, ({ input }) => readDecisions(services, input.user_session_id, input.fgl_ref_red_flag_id))

  answer(house, createHiringDecisionDetail, ({ input, caller }) => createDecision(services, caller, input))

  answer(house, updateHiringDecisionDetail, ({ input, caller }) => changeDecision(services, caller, input))
}
