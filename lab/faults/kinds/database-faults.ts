import { once } from 'node:events'
import { connect as connectTo, createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, freezeServer, type Postgres } from '#test/setup/postgres.ts'
import { applyOnce, ask, openApplication, openLedger, submit } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { readApplications, runClients, dropOneApplication, openStage, describeApplications, checkApplications, type Applications } from '../stage.ts'

type Outage = Applications & { notReadyMs: number; readyMs: number; statuses: string[]; isAlive: boolean }

const readiness = (url: string) =>
  ask(`${url}/readyz`, { timeoutMs: 5_000 }).then(
    ({ status }) => status,
    () => 0,
  )

async function waitForStatus(url: string, status: number, longestMs: number): Promise<number> {
  const began = performance.now()
  while ((await readiness(url)) !== status) {
    if (performance.now() - began > longestMs) return Number.POSITIVE_INFINITY
    await pause(50)
  }
  return performance.now() - began
}

export const F2 = fault<Outage>({
  id: 'F2',
  what: 'the database server crashes (SIGQUIT) mid-request and comes back',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    let again: Postgres | undefined
    try {
      const product = await stage.start()
      const [ledger, statuses] = [openLedger(), new Set<string>()]
      const clients = runClients(8, async (at) => {
        const email = `f2-${at}@example.com`
        const said = await ledger.note(email, () => applyOnce(product.url, stage.role, email))
        if (said) statuses.add(said.status === 503 ? `503 retry ${said.headers.get('retry-after')}` : String(said.status))
        else await pause(20)
      })
      await pause(1_500)
      process.kill(stage.server!.pid, 'SIGQUIT')
      const notReadyMs = await waitForStatus(product.url, 503, 10_000)
      await pause(2_000)
      again = await startPostgres({ durable: true, dataDir: stage.server!.dataDir, port: Number(new URL(stage.server!.url).port) })
      const readyMs = await waitForStatus(product.url, 200, 20_000)
      await pause(1_000)
      await clients.stop()
      return { ...(await readApplications(stage, ledger)), notReadyMs, readyMs, statuses: [...statuses], isAlive: product.process.exitCode === null }
    } finally {
      await stage.close()
      await again?.stop()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(seen.isAlive ? [] : ['the process died']),
    ...(seen.notReadyMs > 2_500 ? [`readyz said so after ${round(seen.notReadyMs)} ms`] : []),
    ...(seen.readyMs > 5_000 ? [`ready again after ${round(seen.readyMs)} ms`] : []),
    ...seen.statuses.filter((status) => !/^(200|201|503 retry \d+)$/.test(status)).map((status) => `answered ${status}`),
  ],
  tamper: dropOneApplication,
  describe: (seen) =>
    `503 on readyz after ${round(seen.notReadyMs)} ms, ready ${round(seen.readyMs)} ms after the server, same process; ${describeApplications(seen)}`,
})

type HangResults = Applications & { waits: number[]; statuses: number[]; readyMs: number; cleanAfter: number }

export const F3 = fault<HangResults>({
  id: 'F3',
  what: 'the database server hangs for 30 s (SIGSTOP)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const ledger = openLedger()
      await ledger.note('f3-first@example.com', () => applyOnce(product.url, stage.role, 'f3-first@example.com'))
      const goOn = freezeServer(stage.server!)
      const [waits, statuses] = [[] as number[], [] as number[]]
      const calls = Array.from({ length: 40 }, async (_, at) => {
        await pause(at * 100)
        const began = performance.now()
        const said = await ledger.note(`f3-${at}@example.com`, () => applyOnce(product.url, stage.role, `f3-${at}@example.com`))
        waits.push(performance.now() - began)
        const response = await ask(`${product.url}/api/open-roles`).catch(() => null)
        statuses.push(said?.status ?? 0, response?.status ?? 0)
      })
      await Promise.all([Promise.all(calls), pause(30_000)])
      goOn()
      const readyMs = await waitForStatus(product.url, 200, 20_000)
      const after = await Promise.all(Array.from({ length: 20 }, () => ask(`${product.url}/api/open-roles`)))
      return { ...(await readApplications(stage, ledger)), waits, statuses, readyMs, cleanAfter: after.filter(({ status }) => status === 200).length }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(percentile(seen.waits, 1) > 6_000 ? [`a request waited ${round(percentile(seen.waits, 1))} ms`] : []),
    ...(seen.readyMs > 5_000 ? [`ready again after ${round(seen.readyMs)} ms`] : []),
    ...(seen.cleanAfter < 20 ? [`only ${seen.cleanAfter} of 20 were served afterwards`] : []),
    ...seen.statuses.filter((status) => ![0, 200, 201, 503].includes(status)).map((status) => `answered ${status}`),
  ],
  tamper: (seen) => void seen.statuses.push(500),
  describe: (seen) =>
    `requests ended with 503 after ${round(percentile(seen.waits, 0.5))} ms (median), ${round(percentile(seen.waits, 1))} ms (longest); pool whole ${round(seen.readyMs)} ms after`,
})

type Cut = Applications & { cuts: number; finallyRefused: number }

export const F21 = fault<Cut>({
  id: 'F21',
  what: 'the connection drops at COMMIT, and the client retries',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const proxy = await cuttingProxy(Number(new URL(stage.server!.url).port))
    try {
      const through = new URL(stage.databaseUrl!)
      through.port = String(proxy.port)
      const product = await stage.start({ DATABASE_URL: through.href })
      const ledger = openLedger()
      let finallyRefused = 0
      for (let at = 0; at < 60; at++) {
        const email = `f21-${at}@example.com`
        const opened = await openApplication(product.url, stage.role, { email }).catch(() => null)
        if (!opened) continue
        proxy.cutNext(at % 2 === 0)
        let said = await ledger.note(email, () => submit(product.url, opened))
        // Like a browser, sends the same request again after a 503 or no response.
        for (let tries = 0; tries < 8 && said?.status !== 200; tries++) {
          await pause(150)
          said = await ledger.note(email, () => submit(product.url, opened))
        }
        ledger.refused.delete(email)
        if (said?.status !== 200) finallyRefused++
      }
      return { ...(await readApplications(stage, ledger)), cuts: proxy.cuts(), finallyRefused }
    } finally {
      proxy.close()
      await stage.close()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(seen.cuts < 10 ? [`only ${seen.cuts} cuts`] : []),
    ...(seen.finallyRefused > 0 ? [`${seen.finallyRefused} never came through`] : []),
  ],
  tamper: dropOneApplication,
  describe: (seen) => `${seen.cuts} cuts at COMMIT; ${describeApplications(seen)}`,
})

/** Starts a proxy. On command, it either forwards a COMMIT and cuts the connection before the response, or cuts it before the COMMIT arrives. */
async function cuttingProxy(port: number) {
  let [mode, cuts, parity] = ['pass' as 'pass' | 'cut', 0, 0]
  const server = createServer((client) => {
    const upstream = connectTo(port, '127.0.0.1')
    const both = [client, upstream]
    for (const one of both) one.on('error', () => both.forEach((other) => other.destroy())).on('close', () => both.forEach((other) => other.destroy()))
    upstream.on('data', (bytes) => client.write(bytes))
    client.on('data', (bytes) => {
      if (mode !== 'cut' || !bytes.includes('commit')) return void upstream.write(bytes)
      mode = 'pass'
      cuts++
      if (parity++ % 2 === 0) upstream.write(bytes, () => setTimeout(() => upstream.destroy(), 5))
      else upstream.destroy()
      client.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutNext: (isWanted: boolean) => void (mode = isWanted ? 'cut' : 'pass'),
    cuts: () => cuts,
    close: () => server.close(),
  }
}
