import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { applyOnce, ask } from '../client.ts'
import { fault } from '../fault.ts'
import { freePort } from '../product.ts'
import { ADMIN, openStage, type Stage } from '../stage.ts'

const RULES = 'rounds-alerts.yml'
const ALARMS = ['RoundsMailWaiting', 'RoundsSignInCodesWaiting']

type MetricValues = Record<string, number>
type MetricResults = { before: MetricValues; soon: MetricValues; later: MetricValues; quiet: string[]; fired: string[] }

/** Returns a scrape's samples, by name and labels. */
async function scrape(url: string): Promise<MetricValues> {
  const text = String((await ask(`${url}/metrics`)).body)
  return Object.fromEntries([...text.matchAll(/^(rounds_[^ ]+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]))
}

const sum = (numbers: MetricValues, like: RegExp) =>
  Object.entries(numbers)
    .filter(([name]) => like.test(name))
    .reduce((all, [, value]) => all + value, 0)

/** What has to change, and how to read it from a scrape. */
const EXPECTED_CHANGES = {
  'emails that wait': /^rounds_outbox_waiting/,
  'age of the oldest email': /^rounds_outbox_oldest_seconds/,
  'age of the oldest sign-in code': /^rounds_outbox_oldest_code_seconds/,
  'tries put off, by cause': /^rounds_emails_deferred_total\{.*cause="\w/,
  'applications submitted': /^rounds_done_total\{deed="applications_submitted"/,
  exports: /^rounds_done_total\{deed="exports"/,
  refusals: /^rounds_http_seconds_count\{.*status="4\d\d"/,
}

/** Returns which alerts Prometheus itself fires after 15 minutes with the scraped values. */
function findFiringAlerts(numbers: MetricValues): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-alarms-'))
  try {
    copyFileSync(join('deploy/prometheus', RULES), join(folder, RULES))
    const series = Object.entries(numbers).filter(([name, value]) => name.startsWith('rounds_outbox') && Number.isFinite(value))
    return ALARMS.filter((alarm) => {
      const test = {
        interval: '1m',
        input_series: series.map(([name, value]) => ({ series: name, values: `${value}x15` })),
        promql_expr_test: [{ expr: `count(ALERTS{alertname="${alarm}", alertstate="firing"})`, eval_time: '15m', exp_samples: [{ labels: '{}', value: 1 }] }],
      }
      // JSON is also YAML.
      writeFileSync(join(folder, 'test.yml'), JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }))
      return spawnSync('promtool', ['test', 'rules', join(folder, 'test.yml')]).status === 0
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function useProduct({ role, token }: Stage, url: string): Promise<void> {
  await applyOnce(url, role, 'f42@example.com')
  await ask(`${url}/api/auth/send-code`, { body: { email: ADMIN, role: 'admin' } })
  await ask(`${url}/api/auth/verify-code`, { body: { email: ADMIN, role: 'admin', code: '00000000' } })
  await ask(`${url}/api/applicants/export.csv?roleId=all&days_ago=30`, { token })
  await ask(`${url}/api/auth/session`, { token: 'nobody' })
}

/** Returns a scrape after the first attempts and at least one retry. */
async function scrapeAfterRetry(url: string): Promise<MetricValues> {
  for (const deadline = Date.now() + 15_000; ; await pause(200)) {
    const soon = await scrape(url)
    if (sum(soon, EXPECTED_CHANGES['tries put off, by cause']) > sum(soon, EXPECTED_CHANGES['emails that wait']) || Date.now() > deadline) return soon
  }
}

export const F42 = fault<MetricResults>({
  id: 'F42',
  what: 'mail server down: metrics change, and alerts fire on the scraped values',
  kinds: ['postgres'],
  lacks: () => (spawnSync('promtool', ['--version']).status === 0 ? null : 'needs promtool (Debian: prometheus)'),
  async collect(kind) {
    const mail = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'careers@meridianhealth.example', MAIL_DELAY_SECONDS: '0' }
    const stage = await openStage(kind, mail)
    try {
      const { url } = await stage.start()
      const before = await scrape(url)
      await useProduct(stage, url)
      const soon = await scrapeAfterRetry(url)
      // Acts as if every attempt had failed for 15 minutes.
      await stage.ask(`update email_outbox set due_since = due_since - interval '15 minutes', tries = tries + 3 where state = 'queued'`)
      const later = await scrape(url)
      return { before, soon, later, quiet: findFiringAlerts(before), fired: findFiringAlerts(later) }
    } finally {
      await stage.close()
    }
  },
  judge: ({ before, soon, later, quiet, fired }) => [
    ...Object.entries(EXPECTED_CHANGES)
      .filter(([, like]) => !(sum(soon, like) > sum(before, like)))
      .map(([what, like]) => `${what} did not move: ${sum(before, like)}, ${sum(soon, like)}`),
    ...(sum(later, EXPECTED_CHANGES['age of the oldest email']) > 600 ? [] : ['the age of the oldest email does not count since it was first due']),
    ...quiet.map((alarm) => `${alarm} fires where nothing is wrong`),
    ...ALARMS.filter((alarm) => !fired.includes(alarm)).map((alarm) => `${alarm} does not fire`),
  ],
  // Acts as if each failed attempt restarted the clock.
  tamper: (seen) => {
    for (const name of Object.keys(seen.soon)) if (name.startsWith('rounds_outbox_oldest')) seen.soon[name] = 0
  },
  describe: ({ soon, later, fired }) => {
    const moved = Object.entries(EXPECTED_CHANGES).map(([what, like]) => `${what} ${Math.round(sum(soon, like))}`)
    return `${moved.join(', ')}; after a quarter of an hour the oldest ${Math.round(sum(later, EXPECTED_CHANGES['age of the oldest email']))} s, ${fired.join(' and ')} fire, neither before`
  },
})
