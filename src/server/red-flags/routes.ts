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
import { guarded } from '#server/rationale/guard.ts'
import type { Services } from '#server/services.ts'
import { generateRationale } from './generate-rationale.ts'
import { changeDecision, createDecision, readDecisions } from './save-decision.ts'
import { countTokensOfMonth, listRedFlags } from './store.ts'
import { optOut, readSwitches } from './switches.ts'
import { updateRedFlag } from './update-red-flag.ts'

const AT_A_TIME = { perRow: 1, perUser: 2 }

export function redFlagsRoutes(house: House): void {
  const { services } = house
  const counted = { isWithinHour: (user: string) => countHour(services, user), isWithinMonth: () => isWithinMonth(services) }
  const rationale = services.rationale && guarded(services.rationale, { ...AT_A_TIME, ...counted })

  answer(house, listRedFlagsCall, () => listRedFlags(services.db))

  answer(house, updateRedFlagCall, ({ input, caller }) => updateRedFlag(services, caller, input))

  answer(house, readGenerator, ({ input }) => readSwitches({ db: services.db, rationale }, input.user_session_id))

  answer(house, setRationaleOptOut, ({ input, caller }) => optOut({ db: services.db, rationale }, caller, input))

  answer(house, generateRationaleCall, ({ input, caller, reply }) =>
    generateRationale({ db: services.db, rationale }, caller, { ...input, isGone: () => reply.raw.destroyed }),
  )

  answer(house, listHiringDecisionDetails, ({ input }) => readDecisions(services, input.user_session_id, input.fgl_ref_red_flag_id))

  answer(house, createHiringDecisionDetail, ({ input, caller }) => createDecision(services, caller, input))

  answer(house, updateHiringDecisionDetail, ({ input, caller }) => changeDecision(services, caller, input))
}

/** 0 tokens is no limit. The last drafts of a month may go over it: what one costs is known when it is there. */
async function isWithinMonth({ db, env }: Services): Promise<boolean> {
  return env.LLM_MONTHLY_TOKENS === 0 || (await countTokensOfMonth(db)) < env.LLM_MONTHLY_TOKENS
}

/** Counted for all processes together; the refusal says how long to wait. */
async function countHour({ limits }: Services, user: string): Promise<true> {
  await limits.take('generate-rationale', user)
  return true
}
