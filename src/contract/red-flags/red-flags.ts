import { z } from 'zod'
import { GraveKind } from './grave.ts'
import { endpoint, flagText, Id, IdText, Instant, boundedText, requiredText } from '../endpoint.ts'

export const RedFlag = z.object({
  fgl_ref_red_flag_id: Id,
  red_flag_desc: z.string(),
  /** Words and phrases the evidence finder looks for besides those in the description. */
  signal_words: z.array(z.string()),
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type RedFlag = z.infer<typeof RedFlag>

const RedFlagText = {
  red_flag_desc: requiredText(300, 'A description is required'),
  signal_words: z.array(requiredText(60, 'A signal word is empty')).max(200),
}

export const listRedFlags = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/red-flags',
  summary: 'List all red flags in order',
  output: z.array(RedFlag),
})

export const createRedFlag = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/red-flags',
  summary: 'Add a red flag to every review; 409 if the description is taken. The finder uses its description, signal words and marked sentences',
  status: 201,
  body: z.object({ red_flag_desc: RedFlagText.red_flag_desc, signal_words: RedFlagText.signal_words.default([]) }),
  output: RedFlag,
})

export const updateRedFlag = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/red-flags/{id}',
  summary: "Update the description or the signal words; 409 if `version` isn't the current one or the description is taken",
  params: z.object({ id: IdText }),
  body: z.object({
    red_flag_desc: RedFlagText.red_flag_desc.optional(),
    signal_words: RedFlagText.signal_words.optional(),
    version: z.int().optional(),
  }),
  output: RedFlag,
})

/** Everything that can turn off generation, with the error for each. */
export const RATIONALE_DISABLED = {
  installation: 'AI drafts are turned off here. Write the rationale by hand.',
  role: 'AI drafts are turned off for this role. Write the rationale by hand.',
  candidate: 'This candidate opted out of AI drafts. Write the rationale by hand.',
} as const

export const Generator = z.object({
  /** The generator that drafts rationales; null if there is none. */
  generator: z.string().nullable(),
  /** The broadest setting that's off; null if none is. */
  off: z.enum(['installation', 'role', 'candidate']).nullable(),
  /** True if the candidate opted out of drafts, whatever the other settings are. */
  opted_out: z.boolean(),
})
export type Generator = z.infer<typeof Generator>

export const readGenerator = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/red-flags/generator',
  summary: 'Get what drafts rationales here or for one applicant, and what has turned it off',
  query: z.object({ user_session_id: IdText.optional() }),
  output: Generator,
})

export const setRationaleOptOut = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'PUT',
  path: '/api/red-flags/opt-out',
  summary: 'Record that a candidate opted out of AI drafts, or back in',
  body: z.object({ user_session_id: Id, opted_out: z.boolean() }),
  output: Generator,
})

/** Whether a sentence shows the red flag, shows its opposite, or could go either way. */
export const Stance = z.enum(['for', 'against', 'unclear'])
export type Stance = z.infer<typeof Stance>

/** A verbatim sentence from stored feedback. */
export const Citation = z.object({
  if_interview_feedback_detail_id: Id,
  interview_name: z.string(),
  interviewer_name: z.string(),
  quote: z.string(),
  stance: Stance,
  /** Why the finder lists it first, regardless of the red flag's words; null for most. */
  grave: GraveKind.nullable(),
})
export type Citation = z.infer<typeof Citation>

/** A citation as shown, with any words that mention a protected characteristic of the applicant or someone else. */
export const ShownCitation = Citation.extend({ mentions: z.array(z.string()) })
export type ShownCitation = z.infer<typeof ShownCitation>

const MAX_RATIONALE = 10_000

export const STALE_DRAFT = 'The feedback quoted in this draft changed after the draft was made. Read it again before you sign.'

export const OUTDATED_DRAFT = 'Feedback was added or edited after this draft was made. Read it before you sign that the red flag is absent.'

export const HiringDecisionDetail = z.object({
  fgl_hiring_decision_detail_id: Id,
  user_session_id: Id,
  fgl_ref_red_flag_id: Id,
  fgl_absent_flag: z.boolean(),
  fgl_rationale: z.string().nullable(),
  row_created_user_id: Id,
  row_modified_user_id: Id.nullable(),
  /** `generated` means the text and the flag are exactly as generated. The server compares them; a client can't claim it. */
  source: z.enum(['generated', 'person']),
  /** True if a person opened this row, confirmed or changed it, and submitted it. */
  reviewed: z.boolean(),
  /** False while it's still undecided; in that case, `fgl_absent_flag` is false. */
  decided: z.boolean(),
  /** Words in the rationale that mention a protected characteristic: age, pregnancy, disability, religion, origin and the like. */
  mentions: z.array(z.string()),
  /** True if the signer was warned about `mentions` and confirmed that they meant something else. */
  meant_otherwise: z.boolean(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
  /** What the latest draft is based on; kept when a person edits the text. */
  citations: z.array(ShownCitation),
  generator: z.string().nullable(),
  generated_at: Instant.nullable(),
  /** True if feedback quoted in the draft was changed afterward. */
  stale: z.boolean(),
  /** True if the feedback has changed since the draft was made. */
  has_newer_feedback: z.boolean(),
})
export type HiringDecisionDetail = z.infer<typeof HiringDecisionDetail>

export const listHiringDecisionDetails = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/red-flags/hiring-decision-detail',
  reveals: true,
  summary: "List the decisions about an applicant's red flags",
  query: z.object({ user_session_id: IdText, fgl_ref_red_flag_id: IdText.optional(), identifiable: flagText(false) }),
  output: z.array(HiringDecisionDetail),
})

const Decision = {
  user_session_id: Id,
  fgl_ref_red_flag_id: Id,
  fgl_absent_flag: z.boolean(),
  fgl_rationale: boundedText(MAX_RATIONALE).nullable(),
  /** False for rows the person didn't open. Defaults to false when a fresh draft is first saved unchanged, and to true otherwise. */
  reviewed: z.boolean().optional(),
  /** Defaults to true when the flag is set or the rationale isn't empty. */
  decided: z.boolean().optional(),
  /** True if the signer was warned that feedback behind the draft has changed, or that there's more of it, and signs anyway. */
  stale_accepted: z.boolean().optional(),
  /**
   * True if the signer was shown which words mention a protected characteristic and confirms that something else is meant. Saved with the version.
   */
  meant_otherwise: z.boolean().optional(),
  /** Whether the response shows names. Text that was masked on screen is stored unmasked either way. */
  identifiable: z.boolean().default(false),
  /** Why the row changes; saved with its version. */
  change_reason: boundedText(1_000).optional(),
}

export const createHiringDecisionDetail = endpoint({
  who: 'admin',
  may: 'decide',
  reveals: true,
  method: 'POST',
  path: '/api/red-flags/hiring-decision-detail',
  summary: "Save the first decision on one of an applicant's red flags; 409 if there already is one. A draft that wasn't saved doesn't count",
  status: 201,
  body: z.object(Decision),
  output: HiringDecisionDetail,
})

export const updateHiringDecisionDetail = endpoint({
  who: 'admin',
  may: 'decide',
  reveals: true,
  method: 'PUT',
  path: '/api/red-flags/hiring-decision-detail',
  summary: 'Update a decision; 404 if it belongs to another applicant or red flag',
  body: z.object({
    fgl_hiring_decision_detail_id: Id,
    ...Decision,
    /** The `modified_at` of the decision as displayed; 409 if it has since changed. */
    replaces: Instant.optional(),
  }),
  output: HiringDecisionDetail,
})

export const generateRationale = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/red-flags/generate-rationale',
  reveals: true,
  summary:
    "Draft a rationale from the feedback, most serious sentences first; never replaces a person's text without `overwrite`. 403 if drafting is off, 502 if the model's answer is unusable, 503 if the model is unavailable",
  body: z.object({ user_session_id: Id, fgl_ref_red_flag_id: Id, overwrite: z.boolean().default(false), identifiable: z.boolean().default(false) }),
  output: z.object({
    agent_absent_flag: z.boolean(),
    agent_rationale: z.string(),
    citations: z.array(ShownCitation),
    generator: z.string(),
    sufficient_evidence: z.boolean(),
    /** The row as stored now; null if it was left unchanged because a person has since written or changed it. */
    saved: HiringDecisionDetail.nullable(),
  }),
})

/** A warning before someone signs that never blocks them: word lists can't tell whose characteristic it is or what a sentence means. */
export const findMentions = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/red-flags/mentions',
  longText: true,
  summary: 'Find the words in each text that mention a protected characteristic; nothing is stored',
  body: z.object({ texts: z.array(boundedText(MAX_RATIONALE)).max(200) }),
  output: z.object({ mentions: z.array(z.array(z.string())) }),
})
