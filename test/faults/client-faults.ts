import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './client.ts'
import { fault, percentile, round } from './fault.ts'
import { openStage, type Stage } from './stage.ts'

type Slow = { headers: number[]; body: number[]; others: number[] }

/** Connections that send a byte now and then; resolves with how long each lived, at most `longestMs`. */
function dribble(port: number, count: number, head: string, drop: string, longestMs: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, () => {
      const began = performance.now()
      const socket = connect(port, '127.0.0.1', () => socket.write(head)).on('error', () => {})
      socket.resume()
      const timer = setInterval(() => socket.write(drop), 500)
      const limit = setTimeout(() => socket.destroy(), longestMs)
      return new Promise<number>((resolve) =>
        socket.on('close', () => {
          clearInterval(timer)
          clearTimeout(limit)
          resolve(performance.now() - began)
        }),
      )
    }),
  )
}

export const F9 = fault<Slow>({
  id: 'F9',
  what: 'clients that send headers or bodies a byte at a time',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const port = Number(new URL(product.url).port)
      const others: number[] = []
      const over = new AbortController()
      const visiting = (async () => {
        while (!over.signal.aborted) {
          const began = performance.now()
          await ask(`${product.url}/api/open-roles`)
          others.push(performance.now() - began)
          await pause(100)
        }
      })()
      const head = 'POST /api/user-session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{'
      const [headers, body] = await Promise.all([dribble(port, 100, 'GET / HTTP/1.1\r\nhost: x\r\nx-a: ', 'b', 25_000), dribble(port, 100, head, ' ', 25_000)])
      over.abort()
      await visiting
      return { headers, body, others }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(percentile(seen.headers, 1) > 9_000 ? [`slow headers lived ${round(percentile(seen.headers, 1))} ms`] : []),
    ...(percentile(seen.body, 1) > 14_000 ? [`slow bodies lived ${round(percentile(seen.body, 1))} ms`] : []),
    ...(percentile(seen.others, 0.95) > 1_000 ? [`others waited ${round(percentile(seen.others, 0.95))} ms`] : []),
  ],
  spoil: (seen) => void seen.headers.push(25_000),
  tell: (seen) =>
    `100 slow headers cut after ${round(percentile(seen.headers, 1))} ms, 100 slow bodies after ${round(percentile(seen.body, 1))} ms; others p95 ${round(percentile(seen.others, 0.95))} ms`,
})

type Crowd = { held: number; freshMs: number; statuses: Record<number, number>; refusedMs: number; admittedP99: number; afterMs: number; broken: number }

export const F10 = fault<Crowd>({
  id: 'F10',
  what: '8,000 idle connections, then 3,000 requests at once (408: the machine itself had no time for 5 s)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const sockets: Socket[] = []
    try {
      const product = await stage.start()
      const port = Number(new URL(product.url).port)
      for (let wave = 0; wave < 40; wave++) {
        const some = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}))
        sockets.push(...some)
        await Promise.all(some.map((socket) => once(socket, 'connect')))
        // A whole request first: an idle connection that never asked is ended like slow headers.
        for (const socket of some) socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      }
      await pause(300)
      const held = sockets.filter((socket) => !socket.destroyed).length
      const time = async () => {
        const began = performance.now()
        const { status } = await ask(`${product.url}/api/open-roles`)
        return { ms: performance.now() - began, status }
      }
      const freshMs = percentile(
        (await inTurn(10, time)).map((one) => one.ms),
        0.5,
      )
      const results = await Promise.allSettled(Array.from({ length: 3_000 }, time))
      const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const statuses: Record<number, number> = {}
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
      const of = (status: number) => answers.filter((one) => one.status === status).map((one) => one.ms)
      return {
        held,
        freshMs,
        statuses,
        refusedMs: percentile(of(503), 0.5),
        admittedP99: percentile(of(200), 0.99),
        afterMs: (await time()).ms,
        broken: results.length - answers.length,
      }
    } finally {
      for (const socket of sockets) socket.destroy()
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.held < 7_900 ? [`only ${seen.held} connections were held`] : []),
    ...(seen.freshMs > 500 ? [`a fresh request took ${round(seen.freshMs)} ms`] : []),
    ...Object.keys(seen.statuses)
      .filter((status) => !['200', '408', '503'].includes(status))
      .map((status) => `answered ${status}`),
    ...(seen.broken > 0 ? [`${seen.broken} requests had no answer`] : []),
    ...(seen.afterMs > 500 ? [`slow afterwards: ${round(seen.afterMs)} ms`] : []),
  ],
  spoil: (seen) => void (seen.broken = 3),
  tell: (seen) =>
    `${seen.held} idle held, fresh request ${round(seen.freshMs)} ms; burst: ${JSON.stringify(seen.statuses)}, all answered; ${round(seen.afterMs)} ms afterwards`,
})

async function inTurn<T>(times: number, one: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let at = 0; at < times; at++) all.push(await one())
  return all
}

type Files = { during: number; after: number; isAlive: boolean }

export const F18 = fault<Files>({
  id: 'F18',
  what: 'no file descriptors left (limit 128, 300 connections)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start({}, { command: ['prlimit', '--nofile=128:128'] })
      const port = Number(new URL(product.url).port)
      const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}))
      await pause(1_000)
      const during = await ask(`${product.url}/api/open-roles`, { timeoutMs: 1_500 }).then(
        ({ status }) => status,
        () => 0,
      )
      for (const socket of sockets) socket.destroy()
      let after = 0
      for (const deadline = Date.now() + 10_000; after !== 200 && Date.now() < deadline; await pause(100))
        after = await ask(`${product.url}/api/open-roles`, { timeoutMs: 2_000 }).then(
          ({ status }) => status,
          () => 0,
        )
      return { during, after, isAlive: product.process.exitCode === null }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [...(seen.isAlive ? [] : ['the process died']), ...(seen.after === 200 ? [] : [`afterwards ${seen.after}`])],
  spoil: (seen) => void (seen.isAlive = false),
  tell: (seen) => `a request meanwhile: ${seen.during === 0 ? 'no connection' : seen.during}; served again as soon as descriptors are free, same process`,
})

async function crowd(stage: Stage, people: number): Promise<void> {
  await stage.ask(`insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, first_name, last_name, email)
    select ${stage.role}, 5, 'crowd-' || n, now() - make_interval(mins => n % 40000), 'First' || n, 'Last' || n, 'c' || n || '@example.com' from generate_series(1, ${people}) n`)
  await stage.ask(`insert into user_session_answer (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
    select s.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, '', true, 300, q.sort_order, repeat('words of care ', 12) from user_session s cross join application_question q`)
  await stage.ask('analyze')
}

type Reports = { reports: Record<string, number>; publicMs: number[]; statuses: number[] }

export const F19 = fault<Reports>({
  id: 'F19',
  what: '50 CSV exports of 10,000 applicants at once, beside visitors',
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
    ...seen.statuses.filter((status) => status !== 200).map((status) => `a visitor was answered ${status}`),
    ...(percentile(seen.publicMs, 0.95) > 1_000 ? [`visitors waited ${round(percentile(seen.publicMs, 0.95))} ms (p95)`] : []),
    ...((seen.reports[200] ?? 0) > 0 ? [] : ['no export came through']),
    ...Object.keys(seen.reports)
      .filter((status) => !['200', '503'].includes(status))
      .map((status) => `an export ended with ${status}`),
  ],
  spoil: (seen) => void seen.statuses.push(503),
  tell: (seen) =>
    `exports ${JSON.stringify(seen.reports)}; ${seen.publicMs.length} visits all served, median ${round(percentile(seen.publicMs, 0.5))} ms, p95 ${round(percentile(seen.publicMs, 0.95))} ms`,
})

type Torn = { before: number; after: number; status: number; waiting: number; cleanMs: number }

export const F27 = fault<Torn>({
  id: 'F27',
  what: 'clients that reset the connection in the middle of an answer (300 times)',
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
      const request = `GET /api/user-session/applicants_with_answers/all?days_ago=36500 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stage.token}\r\n\r\n`
      for (let wave = 0; wave < 15; wave++) {
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            const socket = connect(port, '127.0.0.1', () => socket.write(request)).on('error', () => {})
            await Promise.race([once(socket, 'data').catch(() => {}), pause(Math.random() * 300)])
            socket.resetAndDestroy()
          }),
        )
      }
      const underWay = async () => Number(/^rounds_requests_under_way (\d+)/m.exec(String((await ask(`${product.url}/metrics`)).body))?.[1] ?? -1)
      // A reset that the system did not pass on is noticed by the limit for silent sockets.
      const began = performance.now()
      let waiting = await underWay()
      for (const deadline = Date.now() + 75_000; waiting > 0 && Date.now() < deadline; waiting = await underWay()) await pause(250)
      const cleanMs = performance.now() - began
      const { status } = await ask(`${product.url}/api/user-session/applicants_with_answers/all?days_ago=36500`, { token: stage.token })
      return { before, after: descriptors(), status, waiting, cleanMs }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.after > seen.before + 25 ? [`${seen.after - seen.before} descriptors left over`] : []),
    ...(seen.status === 200 ? [] : [`a whole list afterwards: ${seen.status}`]),
    ...(seen.waiting === 0 ? [] : [`${seen.waiting} requests still count as under way`]),
  ],
  spoil: (seen) => void (seen.after += 200),
  tell: (seen) =>
    `descriptors ${seen.before} before, ${seen.after} after; no request left under way after ${round(seen.cleanMs)} ms; the whole list is served afterwards`,
})
