import { openStandInModel, type Reply } from '#test/setup/stand-in-model.ts'
import type { Evidence } from '#server/rationale/generator.ts'
import { withVerification } from '#server/rationale/open-rationale.ts'
import { modelProposer } from '#server/rationale/model/model-generator.ts'

export const TEXTS = ['Maria was calm. She owned her mistake at once.', 'Dana Reyes and I agree: Maria López blamed the night shift.']

export const evidence = (change: Partial<Evidence> = {}, texts = TEXTS): Evidence => ({
  redFlag: { fgl_ref_red_flag_id: 3, red_flag_desc: 'Blames others instead of owning mistakes', signal_words: ['blame'] },
  feedback: texts.map((interviewer_feedback, i) => ({
    if_interview_feedback_detail_id: 70 + i,
    interview_name: `Interview ${'AB'[i] ?? 'C'}`,
    interviewer_name: i === 0 ? 'Sam Osei' : 'Dana Reyes',
    interview_feedback_question: 'What stood out?',
    interviewer_feedback,
  })),
  mask: {
    first_name: 'Maria',
    last_name: 'Lopez',
    email: 'maria.lopez@mail.example',
    linkedin_profile_url: 'https://www.linkedin.com/in/maria-lopez-7',
  },
  ...change,
})

export const OWNS_MISTAKE = 's/he owned his/her mistake at once.'

export const answer = (change: object = {}) =>
  JSON.stringify({ absent: true, citations: [{ feedback_id: 1, quote: OWNS_MISTAKE, stance: 'against' }], ...change })

/** Evidence without the interview in which the candidate blames others. */
export const evidenceWithoutBlame = evidence({}, TEXTS.slice(0, 1))

export async function ask(reply: (count: number) => Reply, { timeoutMs = 5_000, about = evidence() } = {}) {
  await using model = await openStandInModel((_, count) => reply(count))
  const generator = withVerification(modelProposer({ baseUrl: model.baseUrl, model: 'stand-in', apiKey: 'secret', timeoutMs }))
  const result = await generator.generate(about).catch((error: unknown) => error)
  return { result, asked: model.asked }
}
