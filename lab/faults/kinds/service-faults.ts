import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { applyOnce, ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { openStage, type Stage } from '../stage.ts'

type Behavior = (response: ServerResponse) => void
const BEHAVIORS: Record<string, Behavior> = {
  'answers 500': (response) => void response.writeHead(500).end('{}'),
  'answers 429': (response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}'),
  'answers nonsense': (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{"message":{"role":"assistant","content":"certainly!"}}]}'),
  'answers no JSON': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  'resets the connection': (response) => void response.destroy(),
  'sends 100 MB': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      for (let sent = 0; sent < 100; sent++) if (!response.write('x'.repeat(1_000_000))) return response.once('drain', more)
      response.end()
    }
    more()
  },
  'says nothing': () => {},
}

type ServiceResults = { outcomes: Record<string, { status: number; ms: number; detail: string }>; others: number[]; rows: number; bookings: number }

/** Opens a stand-in for the model and the bookings service; `manner` says how it responds. */
async function openStub() {
  let manner: Behavior = BEHAVIORS['answers 500']!
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => {})
    manner(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    LLM_BASE_URL: `${base}/v1`,
    LLM_MODEL: 'stub',
    BOOKINGS_BASE_URL: base,
    BOOKINGS_TENANT_ID: 't',
    BOOKINGS_CLIENT_ID: 'c',
    BOOKINGS_CLIENT_SECRET: 's',
    BOOKINGS_BUSINESS_IDS: 'b@x.example',
    BOOKINGS_TOKEN_URL: `${base}/token`,
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { settings, behave: (next: Behavior) => (manner = next), [Symbol.dispose]: close }
}

/** Creates an applicant with feedback. */
async function makeInterviewedApplicant(stage: Stage): Promise<number> {
  const first = await stage.start()
  await applyOnce(first.url, stage.role, 'f14@example.com')
  await stage.ask(`insert into interviewer (interviewer_name, interviewer_email) values ('Ivy', 'ivy@meridianhealth.example')`)
  await stage.ask(
    `insert into interview_header (user_session_id, ref_interview_id, ref_interviewer_id, interview_datetime_utc) select user_session_id, 1, 1, now() from user_session limit 1`,
  )
  await stage.ask(
    `insert into interview_feedback_detail (if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback, row_created_user_id) values (1, 1, 'She was late twice and blamed others.', 1)`,
  )
  const [one] = await stage.ask<{ user_session_id: number }>('select user_session_id from user_session limit 1')
  await first.stop()
  return one!.user_session_id
}

/**
 * Returns a draft's outcome and how long other requests wait while it runs. Each case gets its own app process, so an open circuit breaker doesn't affect
 * the next one.
 */
async function draftWhileOthersVisit(stage: Stage, user_session_id: number) {
  const product = await stage.start()
  const began = performance.now()
  const asking = ask<{ detail?: string }>(`${product.url}/api/red-flags/generate-rationale`, {
    token: stage.token,
    body: { user_session_id, fgl_ref_red_flag_id: 1 },
  }).then((said) => ({ ...said, ms: performance.now() - began }))
  const others: number[] = []
  for (let at = 0; at < 20; at++) {
    const visit = performance.now()
    await ask(`${product.url}/api/open-roles`)
    others.push(performance.now() - visit)
  }
  const { status, body, ms } = await asking
  await product.kill()
  return { outcome: { status, ms, detail: body.detail ?? '' }, others }
}

export const F14 = fault<ServiceResults>({
  id: 'F14',
  what: 'the model and the bookings service: 500, 429, nonsense, reset, 100 MB, silence',
  kinds: ['postgres'],
  async collect(kind) {
    using stub = await openStub()
    const stage = await openStage(kind, stub.settings)
    try {
      const user_session_id = await makeInterviewedApplicant(stage)
      const outcomes: ServiceResults['outcomes'] = {}
      const others: number[] = []
      for (const [name, manner] of Object.entries(BEHAVIORS)) {
        stub.behave(manner)
        const seen = await draftWhileOthersVisit(stage, user_session_id)
        outcomes[name] = seen.outcome
        others.push(...seen.others)
      }
      stub.behave(BEHAVIORS['answers 500']!)
      const product = await stage.start()
      const staff = await ask(`${product.url}/api/interviews/interviewers/all-from-bookings`, { token: stage.token })
      const [rows] = await stage.ask<{ count: number }>('select count(*)::int as count from hiring_decision_detail')
      return { outcomes, others, rows: rows!.count, bookings: staff.status }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...Object.entries(seen.outcomes)
      .filter(([, one]) => ![502, 503].includes(one.status) || one.detail === '')
      .map(([name, one]) => `${name}: ${one.status}`),
    ...Object.entries(seen.outcomes)
      .filter(([, one]) => one.ms > 33_000)
      .map(([name, one]) => `${name}: ${round(one.ms)} ms`),
    ...(percentile(seen.others, 0.95) > 1_000 ? [`others waited ${round(percentile(seen.others, 0.95))} ms`] : []),
    ...(seen.rows === 0 ? [] : [`${seen.rows} rows were written`]),
    ...(seen.bookings === 503 ? [] : [`bookings: ${seen.bookings}`]),
  ],
  tamper: (seen) => void (seen.rows = 1),
  describe: (seen) =>
    `${Object.entries(seen.outcomes)
      .map(([name, one]) => `${name}: ${one.status} in ${round(one.ms)} ms`)
      .join('; ')}; bookings ${seen.bookings}; no row written; others p95 ${round(percentile(seen.others, 0.95))} ms`,
})
