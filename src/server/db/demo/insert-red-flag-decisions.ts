import { asc } from 'drizzle-orm'
import { ACCEPTED_OFFER, REJECTED_AFTER_FINAL } from '#contract/statuses/statuses.ts'
import { hiring_decision_detail, red_flag } from '#server/db/tables.ts'
import type { Applicant } from './applicant.ts'
import type { Written } from './insert-interviews.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import type { Scene } from './scene.ts'
import { INTERVIEWERS } from '#demo/staff.ts'
import { JUDGMENTS } from '#demo/texts/judgments.ts'

type RedFlag = typeof red_flag.$inferSelect
type Row = typeof hiring_decision_detail.$inferInsert

/** Inserts red-flag decisions for one fully reviewed applicant and for one with drafts pending review. */
export async function insertRedFlagDecisions(scene: Scene, written: Written[]): Promise<void> {
  const flags = await scene.tx.select().from(red_flag).orderBy(asc(red_flag.sort_order))
  const hired = scene.applicants.find((one) => one.status === ACCEPTED_OFFER)!
  const turnedDown = scene.applicants.find((one) => one.status === REJECTED_AFTER_FINAL)!
  const rows = [
    ...flags.map((flag, place) => judged({ flag, written, scene }, { place, applicant: hired })),
    ...flags.slice(0, 3).map((flag) => drafted({ flag, written, scene }, turnedDown)),
  ]
  if (rows.length > 0) await scene.tx.insert(hiring_decision_detail).values(rows)
}

type About = { flag: RedFlag; written: Written[]; scene: Scene }

function judged({ flag, scene }: About, { place, applicant }: { place: number; applicant: Applicant }): Row {
  const fgl_rationale = JUDGMENTS[Math.min(place, JUDGMENTS.length - 1)]!
  return { ...common(flag, scene, applicant), fgl_absent_flag: true, fgl_rationale, source: 'person', reviewed: true, decided: true }
}

function drafted({ flag, written, scene }: About, applicant: Applicant): Row {
  const citations = bearingOn(flag, written, applicant).slice(0, 3)
  const agent_rationale =
    citations.length > 0
      ? `These sentences may bear on “${flag.red_flag_desc}”:\n${citations.map((one) => `${one.interview_name}, ${one.interviewer_name}: “${one.quote}”`).join('\n')}\nA person must decide.`
      : `No sentence of the feedback bears on “${flag.red_flag_desc}”. A person must decide.`
  const generated = { agent_absent_flag: false, agent_rationale, citations, generator: 'evidence-finder', sufficient_evidence: citations.length > 0 }
  return { ...common(flag, scene, applicant), fgl_absent_flag: false, fgl_rationale: agent_rationale, source: 'generated', reviewed: false, generated }
}

function common({ fgl_ref_red_flag_id }: RedFlag, { staff, now }: Scene, { user_session_id, role, submitted_days_ago }: Applicant) {
  const { lead } = DEMO_ROLES.find((one) => one.key === role)!
  const at = new Date(now.getTime() - submitted_days_ago! * 0.22 * 24 * 60 * 60 * 1000).toISOString()
  return { user_session_id, fgl_ref_red_flag_id, row_created_user_id: staff[lead]!, created_at: at, modified_at: at }
}

/** Returns verbatim sentences that contain one of the flag's signal words. */
function bearingOn({ signal_words }: RedFlag, written: Written[], { user_session_id }: Applicant) {
  const words = signal_words.map((word) => new RegExp(`\\b${RegExp.escape(word)}\\b`, 'i'))
  return written
    .filter((one) => one.user_session_id === user_session_id)
    .flatMap(({ interviewer_feedback, interview_name, interviewer, if_interview_feedback_detail_id }) =>
      interviewer_feedback
        .split(/(?<=[.!?])\s+/u)
        .filter((sentence) => words.some((word) => word.test(sentence)))
        .map((quote) => ({ if_interview_feedback_detail_id, interview_name, interviewer_name: INTERVIEWERS[interviewer]!.interviewer_name, quote })),
    )
}
