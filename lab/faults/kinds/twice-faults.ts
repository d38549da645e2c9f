import type { Interviewer } from '#contract/interviewers.ts'
import type { FunctionRole } from '#contract/roles.ts'
import { ask, openApplication, submit } from '../client.ts'
import { fault } from '../fault.ts'
import { openStage, type Stage } from '../stage.ts'

type StoredRows = { what: string; rows: number; expected: number }
type TwiceResults = { answers: Record<string, Record<number, number>>; stored: StoredRows[] }

const countOf = (statuses: number[]) => statuses.reduce<Record<number, number>>((sum, status) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }), {})

async function storm(times: number, one: () => Promise<{ status: number }>): Promise<Record<number, number>> {
  return countOf((await Promise.all(Array.from({ length: times }, one))).map(({ status }) => status))
}

async function rows(stage: Stage, what: string, statement: string, expected = 1): Promise<StoredRows> {
  const [row] = await stage.ask<{ count: number }>(`select count(*)::int as count ${statement}`)
  return { what, rows: row!.count, expected }
}

/** Takes everything a person or client might send twice and sends it 50 times at once. */
async function sendEverything(stage: Stage, url: string): Promise<TwiceResults['answers']> {
  const opened = (await openApplication(url, stage.role, { email: 'f7@example.com' }))!
  const { user_session_id } = opened
  const call = (path: string, body: object) => () => ask(`${url}${path}`, { token: stage.token, body })
  const submitted = await storm(50, () => submit(url, opened))
  const flipped = opened.answers.map((one) => ({ ...one, user_answer_text_box: one.user_answer_text_box === 'Yes' ? 'No' : one.user_answer_text_box }))
  const other = await storm(5, () => submit(url, { ...opened, answers: flipped }))
  const move = { user_session_id, ref_application_status_id: 2, expected_status_id: 5 }
  const email = { candidate_info: { user_session_id }, template_name: 'Schedule Panel Interview' }
  const decision = { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: 'once' }
  const interviewer = { interviewer_name: 'Ivy', interviewer_email: 'admin@meridianhealth.example' }
  const answers = {
    submit: submitted,
    'other content': other,
    status: await storm(50, call('/api/user-session/update_status', move)),
    email: await storm(50, call('/api/user-session/send_candidate_email', email)),
    decision: await storm(50, call('/api/red-flags/hiring-decision-detail', decision)),
    interviewer: await storm(50, call('/api/interviews/interviewers', interviewer)),
  }
  const { body: found } = await ask<Interviewer[]>(`${url}/api/interviews/interviewers`, { token: stage.token })
  const { ref_interviewer_id } = found[0]!
  const header = { user_session_id, ref_interview_id: 1, ref_interviewer_id, interview_datetime_utc: '2026-11-20T10:00:00.000Z' }
  return { ...answers, feedback: await storm(50, call('/api/interviewer_feedback/header', header)) }
}

export const F7 = fault<TwiceResults>({
  id: 'F7',
  what: 'everything sent 50 times at once, then again',
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const answers = await sendEverything(stage, product.url)
      await product.stop()
      const stored = [
        await rows(stage, 'applications', `from user_session where email = 'f7@example.com'`),
        await rows(stage, 'confirmations', `from email_outbox where purpose = 'confirmation'`),
        await rows(stage, 'status changes', 'from status_change'),
        await rows(stage, 'emails', `from email_outbox where purpose = 'candidate'`),
        await rows(stage, 'decisions', 'from hiring_decision_detail'),
        await rows(stage, 'interviewers', 'from interviewer'),
        await rows(stage, 'headers', 'from interview_header'),
      ]
      return { answers, stored }
    } finally {
      await stage.close()
    }
  },
  judge: ({ answers, stored }) => [
    ...stored.filter((one) => one.rows !== one.expected).map((one) => `${one.rows} ${one.what}`),
    ...(answers['submit']![200] === 50 ? [] : [`submit: ${JSON.stringify(answers['submit'])}`]),
    ...Object.entries(answers).flatMap(([what, statuses]) =>
      Object.keys(statuses)
        .filter((status) => Number(status) >= 500)
        .map((status) => `${what} answered ${status} (${statuses[Number(status)]} times)`),
    ),
    ...(answers['other content']![409] === 5 ? [] : [`other content: ${JSON.stringify(answers['other content'])}`]),
  ],
  tamper: (seen) => void (seen.stored[1]!.rows = 2),
  describe: ({ answers }) =>
    Object.entries(answers)
      .map(
        ([what, statuses]) =>
          `${what} ${Object.entries(statuses)
            .map(([status, times]) => `${times}× ${status}`)
            .join(' ')}`,
      )
      .join('; '),
})

type EditResults = {
  rounds: number
  pairs: Record<string, number>
  finalVersion: number
  expectedVersion: number
  lost: number
  trail: number
  moved: Record<number, number>
}

export const F8 = fault<EditResults>({
  id: 'F8',
  what: 'two admins change the same role and applicant at the same time',
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const ROUNDS = 60
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const put = (version: number, name: string) =>
        ask<FunctionRole>(`${product.url}/api/open-roles/admin/${stage.role}`, {
          method: 'PUT',
          token: stage.token,
          body: { version, function_role_description: name },
        })
      const pairs: Record<string, number> = {}
      let [version, lost] = [1, 0]
      for (let at = 0; at < ROUNDS; at++) {
        const both = await Promise.all([put(version, `a${at}`), put(version, `b${at}`)])
        const outcome = both
          .map(({ status }) => status)
          .toSorted((a, b) => a - b)
          .join(' and ')
        pairs[outcome] = (pairs[outcome] ?? 0) + 1
        const winner = both.find(({ status }) => status === 200)
        const now = (await ask<FunctionRole[]>(`${product.url}/api/open-roles/admin`, { token: stage.token })).body[0]!
        if (now.function_role_description !== winner?.body.function_role_description) lost++
        version = now.version
      }
      const opened = (await openApplication(product.url, stage.role, { email: 'f8@example.com' }))!
      await submit(product.url, opened)
      const move = (to: number) =>
        ask(`${product.url}/api/user-session/update_status`, {
          token: stage.token,
          body: { user_session_id: opened.user_session_id, ref_application_status_id: to, expected_status_id: 5 },
        })
      const moved = countOf((await Promise.all([2, 4, 2, 4, 2, 4].map(move))).map(({ status }) => status))
      await product.stop()
      const [trail] = await stage.ask<{ count: number }>(`select count(*)::int as count from audit_trail where subject_kind = 'role'`)
      return { rounds: ROUNDS, pairs, finalVersion: version, expectedVersion: ROUNDS + 1, lost, trail: trail!.count, moved }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.pairs['200 and 409'] === seen.rounds ? [] : [`pairs ended ${JSON.stringify(seen.pairs)}`]),
    ...(seen.finalVersion === seen.expectedVersion ? [] : [`version ${seen.finalVersion} after ${seen.rounds} changes`]),
    ...(seen.lost === 0 ? [] : [`${seen.lost} changes that were acknowledged are not there`]),
    ...(seen.trail === seen.rounds ? [] : [`${seen.trail} rows in the trail for ${seen.rounds} changes`]),
  ],
  tamper: (seen) => void (seen.lost = 1),
  describe: (seen) => `${seen.rounds} rounds: each one 200 and one 409, no gap in versions, one row of the trail each; status: ${JSON.stringify(seen.moved)}`,
})
