import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeManyApplicants } from '#test/many-applicants.ts'
import { runCli } from '#test/setup/cli.ts'
import { ask, openApplication } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { openStage } from '../stage.ts'

const APPLICATIONS = 20_000
const INTERVAL_MS = 50
const MAX_MS = 250

type TimedRequest = { at: number; ms: number; status: number }
type BackupResults = { quiet: TimedRequest[]; meanwhile: TimedRequest[]; code: number; said: string; seconds: number }

/** Alternates a read and a write every 50 ms, whether or not the previous one has been answered. */
function keepRequesting(url: string, role: number, token: string) {
  const requests: Promise<TimedRequest>[] = []
  const began = performance.now()
  const one = async (isWrite: boolean): Promise<TimedRequest> => {
    const at = performance.now()
    const status = await (isWrite
      ? openApplication(url, role, {}).then((opened) => (opened ? 201 : 503))
      : ask(`${url}/api/auth/session`, { token }).then((said) => said.status))
    return { at: at - began, ms: performance.now() - at, status }
  }
  const timer = setInterval(() => requests.push(one(requests.length % 2 === 1)), INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    return Promise.all(requests)
  }
}

export const F36 = fault<BackupResults>({
  id: 'F36',
  what: `backup of ${APPLICATIONS.toLocaleString('en-US')} applications while a request comes every ${INTERVAL_MS} ms`,
  kinds: ['embedded'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      await stage.look(({ pool }) => makeManyApplicants(pool, { applications: APPLICATIONS, recent: 1_000 }))
      const product = await stage.start()
      const ask5 = keepRequesting(product.url, stage.role, stage.token)
      await pause(5_000)
      const quiet = await ask5()
      const stop = keepRequesting(product.url, stage.role, stage.token)
      const began = performance.now()
      const { code, out, err } = await runCli(['backup', join(stage.folder, 'backup.tar')], stage.settings)
      const seconds = (performance.now() - began) / 1000
      return { quiet, meanwhile: await stop(), code, said: out + err, seconds }
    } finally {
      await stage.close()
    }
  },
  judge: ({ quiet, meanwhile, code, said, seconds }) => {
    const longestOf = (requests: TimedRequest[]) => Math.max(...requests.map(({ ms }) => ms))
    const longest = longestOf(meanwhile)
    const unserved = [...quiet, ...meanwhile].filter(({ status }) => status >= 300)
    return [
      ...(code === 0 ? [] : [`the backup failed: ${said}`]),
      ...(meanwhile.length >= (seconds * 1000) / INTERVAL_MS / 2 ? [] : ['the requests were not under way: nothing was tested']),
      ...(unserved.length > 0 ? [`${unserved.length} requests were not served`] : []),
      // The time it takes without a backup isn't counted against the backup.
      ...(longest > MAX_MS + longestOf(quiet) ? [`a request took ${round(longest)} ms, ${round(longestOf(quiet))} ms before`] : []),
    ]
  },
  tamper: ({ meanwhile }) => void (meanwhile[0]!.ms += 60_000),
  describe: ({ quiet, meanwhile, seconds }) => {
    const told = (requests: TimedRequest[]) =>
      [0.5, 0.99, 1]
        .map((share) =>
          round(
            percentile(
              requests.map(({ ms }) => ms),
              share,
            ),
          ),
        )
        .join(', ')
    return `backup in ${seconds.toFixed(1)} s; ${meanwhile.length} requests: median, p99 and longest ${told(meanwhile)} ms (before: ${told(quiet)} ms)`
  },
})
