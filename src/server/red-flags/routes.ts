import { listRedFlagMarks, markSentence as markSentenceCall, removeMark as removeMarkCall } from '#contract/red-flags/red-flag-marks.ts'
import {
  createHiringDecisionDetail,
  createRedFlag as createRedFlagCall,
  findMentions,
  generateRationale as generateRationaleCall,
  listHiringDecisionDetails,
  listRedFlags as listRedFlagsCall,
  readGenerator,
  setRationaleOptOut,
  updateHiringDecisionDetail,
  updateRedFlag as updateRedFlagCall,
} from '#contract/red-flags/red-flags.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { mentionsIn } from '#server/rationale/mask/traits.ts'
import { generateRationale } from './generate-rationale.ts'
import { changeDecision, createDecision, readDecisions } from './save-decision.ts'
import { listRedFlags } from './store.ts'
import { optOut, readSwitches } from './switches.ts'
import { markSentence, readMarks, removeMark } from './mark-sentence.ts'
import { createRedFlag, updateRedFlag } from './update-red-flag.ts'

export function redFlagsRoutes(context: AppContext): void {
  const { services } = context
  answer(context, listRedFlagsCall, () => listRedFlags(services.db))

  answer(context, updateRedFlagCall, ({ input, caller }) => updateRedFlag(services, caller, input))

  answer(context, createRedFlagCall, ({ input, caller }) => createRedFlag(services, caller, input))

  answer(context, listRedFlagMarks, ({ input, caller }) => readMarks(services, caller, input))

  answer(context, markSentenceCall, ({ input, caller }) => markSentence(services, caller, input))

  answer(context, removeMarkCall, ({ input, caller }) => removeMark(services, caller, input.id))

  answer(context, readGenerator, ({ input, caller }) => readSwitches(services, caller, input.user_session_id))

  answer(context, setRationaleOptOut, ({ input, caller }) => optOut(services, caller, input))

  answer(context, generateRationaleCall, ({ input, caller, reply }) => generateRationale(services, caller, { ...input, isGone: () => reply.raw.destroyed }))

  answer(context, findMentions, async ({ input }) => ({ mentions: input.texts.map(mentionsIn) }))

  answer(context, listHiringDecisionDetails, ({ input, caller }) => readDecisions(services, caller, input))

  answer(context, createHiringDecisionDetail, ({ input, caller }) => createDecision(services, caller, input))

  answer(context, updateHiringDecisionDetail, ({ input, caller }) => changeDecision(services, caller, input))
}
