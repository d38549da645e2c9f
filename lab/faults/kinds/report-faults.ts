import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { openStage, type Stage } from '../stage.ts'

/** People created per statement; limited because the product's statement timeout applies here, too. */
const AT_ONCE = 10_000

/** Inserts submitted applications, with all their answers, straight into the tables. */
export async function crowd(stage: Stage, people: number): Promise<void> {
  for (let first = 1; first <= people; first += AT_ONCE) {
    await stage.ask(`with made as (
        insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, first_name, last_name, email)
        select ${stage.role}, 5, 'crowd-' || n, now() - make_interval(mins => n % 40000), 'First' || n, 'Last' || n, 'c' || n || '@example.com'
        from generate_series(${first}, ${Math.min(people, first + AT_ONCE - 1)}) n returning user_session_id)
      insert into user_session_answer (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
      select s.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, '', true, 300, q.sort_order, repeat('words of care ', 12) from made s cross join application_question q`)
  }
  await stage.ask('analyze')
}

type Reports = { reports: Record<string, number>; publicMs: number[]; statuses: number[] }

export const F19 = fault<Reports>({
  id: 'F19',
  what: '50 CSV exports of 10,000 applicants at once, while visitors browse',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      await crowd(stage, 10_000)
      const product = await stage.start()
      const reports: Record<string, number> = {}
      const exporting = Promise.all(
        Array.from({ length: 50 }, async () => {
          const { status } = await ask(`${product.url}/api/applicants/export.csv?roleId=all&days_ago=36500`, { token: stage.token, timeoutMs: 240_000 }).catch(
            () => ({ status: 0 }),
          )
          reports[status] = (reports[status] ?? 0) + 1
        }),
      )
      const [publicMs, statuses] = [[] as number[], [] as number[]]
      const over = new AbortController()
      void exporting.then(() => over.abort())
      while (!over.signal.aborted || publicMs.length < 20) {
        const began = performance.now()
        statuses.push((await ask(`${product.url}/api/open-roles`)).status)
        publicMs.push(performance.now() - began)
        await pause(50)
      }
      return { reports, publicMs, statuses }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...seen.statuses.filter((status) => status !== 200).map((status) => `a visitor got ${status}`),
    ...(percentile(seen.publicMs, 0.95) > 1_000 ? [`visitors waited ${round(percentile(seen.publicMs, 0.95))} ms (p95)`] : []),
    ...((seen.reports[200] ?? 0) > 0 ? [] : ['no export came through']),
    ...Object.keys(seen.reports)
      .filter((status) => !['200', '503'].includes(status))
      .map((status) => `an export ended with ${status}`),
  ],
  tamper: (seen) => void seen.statuses.push(503),
  describe: (seen) =>
    `exports ${JSON.stringify(seen.reports)}; ${seen.publicMs.length} visits all served, median ${round(percentile(seen.publicMs, 0.5))} ms, p95 ${round(percentile(seen.publicMs, 0.95))} ms`,
})

type DisconnectResults = { before: number; after: number; midAnswer: number; status: number; waiting: number; cleanMs: number }

export const F27 = fault<DisconnectResults>({
  id: 'F27',
  what: '300 clients that reset the connection while waiting or mid-response',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      await crowd(stage, 2_000)
      const product = await stage.start()
      const port = Number(new URL(product.url).port)
      await ask(`${product.url}/api/open-roles`)
      const descriptors = () => readdirSync(`/proc/${product.process.pid}/fd`).length
      const before = descriptors()
      let midAnswer = 0
      const request = `GET /api/user-session/applicants_with_answers/all?days_ago=36500 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stage.token}\r\n\r\n`
      for (let wave = 0; wave < 15; wave++) {
        await Promise.all(
          Array.from({ length: 20 }, async (_, at) => {
            const socket = connect(port, '127.0.0.1', () => socket.write(request)).on('error', () => {})
            // Half of them have started reading; the others disconnect while waiting.
            const firstData = once(socket, 'data').then(
              ([head]: Buffer[]) => String(head).startsWith('HTTP/1.1 200'),
              () => false,
            )
            if (await Promise.race([firstData, pause(at % 2 === 0 ? 6_000 : Math.random() * 300, false)])) midAnswer++
            socket.resetAndDestroy()
          }),
        )
      }
      const countInProgress = async () => Number(/^rounds_requests_under_way (\d+)/m.exec(String((await ask(`${product.url}/metrics`)).body))?.[1] ?? -1)
      const began = performance.now()
      let waiting = await countInProgress()
      for (const deadline = Date.now() + 75_000; waiting > 0 && Date.now() < deadline; waiting = await countInProgress()) await pause(50)
      const cleanMs = performance.now() - began
      const { status } = await ask(`${product.url}/api/user-session/applicants_with_answers/all?days_ago=36500`, { token: stage.token })
      return { before, after: descriptors(), midAnswer, status, waiting, cleanMs }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.after > seen.before + 25 ? [`${seen.after - seen.before} descriptors left over`] : []),
    ...(seen.status === 200 ? [] : [`a whole list afterwards: ${seen.status}`]),
    ...(seen.waiting === 0 && seen.cleanMs < 5_000 ? [] : [`${seen.waiting} requests still count as under way after ${round(seen.cleanMs)} ms`]),
    ...(seen.midAnswer >= 30 ? [] : [`only ${seen.midAnswer} were mid-response`]),
  ],
  tamper: (seen) => void (seen.after += 200),
  describe: (seen) =>
    `${seen.midAnswer} mid-response, the others while they waited; descriptors ${seen.before} before, ${seen.after} after; no request left under way after ${round(seen.cleanMs)} ms; the whole list is served afterwards`,
})
