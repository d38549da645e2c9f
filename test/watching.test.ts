import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ALERTS = 'deploy/prometheus/rounds-alerts.yml'
const SCRIPT = 'deploy/backup/rounds-backup'
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
const dashboard = JSON.parse(readFileSync('deploy/grafana/rounds.json', 'utf8')) as Dashboard
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

test.runIf(hasPromtool)(
  'Prometheus accepts every alert, and each fires when its test expects it',
  () => {
    for (const words of [
      ['check', 'rules', ALERTS],
      ['test', 'rules', ALERTS.replace('.yml', '.test.yml'), ALERTS.replace('.yml', '-days.test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
      expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
    }
  },
  240_000,
)

test('alerts and the dashboard use metrics that exist', () => {
  const made = new Set(globSync('src/server/**/*.ts').flatMap((path) => namesIn(readFileSync(path, 'utf8'))))
  for (const job of ['backup', 'rehearse']) for (const fact of ['success_timestamp_seconds', 'failed']) made.add(`rounds_${job}_${fact}`)
  expect(readFileSync(SCRIPT, 'utf8')).toContain('rounds_${job}_success_timestamp_seconds')
  // Node's own metrics, provided by prom-client.
  for (const name of ['rounds_nodejs_eventloop_lag_p99_seconds', 'rounds_process_resident_memory_bytes']) made.add(name)
  const asked = [...expressions, readFileSync(ALERTS, 'utf8')].flatMap(namesIn).map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  expect(asked.filter((name) => !made.has(name))).toEqual([])
  expect(expressions.filter((one) => one.includes('rounds_web_vitals'))).toHaveLength(3)
})

test('a shell accepts the backup script', () => {
  expect(spawnSync('sh', ['-n', SCRIPT]).status).toBe(0)
  expect(spawnSync('sh', [SCRIPT, 'nonsense'], { env: { ...process.env, BACKUP_FOLDER: '/tmp' } }).status).toBe(2)
})

const namesIn = (text: string) => text.match(/\brounds_[a-z0-9_]+\b/g) ?? []

test('every alert points to a heading in the runbook', () => {
  const headings = new Set([...readFileSync('docs/operate.md', 'utf8').matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading))
  const places = [...readFileSync(ALERTS, 'utf8').matchAll(/runbook: ["']?docs\/operate\.md, (.+?)["']?$/gm)].map(([, place]) => place!)
  expect(places.length).toBeGreaterThan(8)
  expect(places.filter((place) => !headings.has(place))).toEqual([])
})
