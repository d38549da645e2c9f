import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { NODE_FLAGS } from '../../../scripts/node-flags.mjs'
import { fault } from '../fault.ts'
import { ask } from '../client.ts'
import { freePort } from '../product.ts'
import { openStage, type Stage } from '../stage.ts'

const LONGEST_MS = 60_000

type StartResult = { misspelled: string; meant: string; code: number | null; said: string; answered: boolean }
type MisspellingResults = { starts: StartResult[]; warned: string; secrets: string[] }

const inProduction = (stage: Stage): Record<string, string> => ({
  ...stage.settings,
  NODE_ENV: 'production',
  BASE_URL: 'https://careers.meridianhealth.example',
  COMPANY_NAME: 'Meridian Health',
  COMPANY_DOMAIN: 'meridianhealth.example',
  SMTP_URL: 'smtp://user:secret-word@127.0.0.1:1',
  MAIL_FROM: 'careers@meridianhealth.example',
})
/** Misspelled settings, each of which is required in production. */
const MISSPELLED = {
  DATABSE_URL: 'DATABASE_URL',
  BASE_URI: 'BASE_URL',
  COMPANYNAME: 'COMPANY_NAME',
  COMPANY_DOMIAN: 'COMPANY_DOMAIN',
  SMTP_URI: 'SMTP_URL',
  MAIL_FORM: 'MAIL_FROM',
  ADMIN_EMAIL: 'ADMIN_EMAILS',
}

/**
 * Starts the server as the unit would, and waits until it exits or responds. Leaves out the caller's environment, so its variables can't replace a missing one.
 */
async function start(settings: Record<string, string>, until: RegExp | null = null) {
  const port = String(await freePort())
  const env = { PATH: process.env['PATH'] ?? '', PORT: port, ...settings }
  const child = spawn(process.execPath, [...NODE_FLAGS, 'src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let answered = false
  for (const deadline = Date.now() + LONGEST_MS; child.exitCode === null && Date.now() < deadline;) {
    answered = await ask(`http://127.0.0.1:${port}/readyz`, { timeoutMs: 500 }).then(
      () => true,
      () => false,
    )
    if (answered && (until === null || until.test(said))) break
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))])
  }
  if (child.exitCode === null) child.kill('SIGTERM')
  return { code: await ended, said, answered }
}

export const F46 = fault<MisspellingResults>({
  id: 'F46',
  what: 'settings that production needs are misspelled',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const correctSettings = inProduction(stage)
      const misspelledStarts = Object.entries(MISSPELLED).map(async ([misspelled, meant]): Promise<StartResult> => {
        const { [meant]: value, ...rest } = correctSettings
        return { misspelled, meant, ...(await start({ ...rest, [misspelled]: value! })) }
      })
      const starts = await Promise.all(misspelledStarts)
      // This setting has a default, so production starts, with a warning.
      const { said } = await start({ ...correctSettings, RETENTION_DAY: '900' }, /RETENTION_DAY is not/)
      return { starts, warned: said, secrets: [correctSettings['DATABASE_URL']!, 'secret-word'] }
    } finally {
      await stage.close()
    }
  },
  judge: ({ starts, warned, secrets }) => [
    ...starts.filter(({ answered }) => answered).map((one) => `production served with ${one.misspelled}`),
    ...starts.filter(({ code }) => code !== 1).map((one) => `${one.misspelled}: ended with ${one.code}`),
    ...starts
      .filter(
        ({ misspelled, meant, said }) =>
          !said.includes(`${meant} is required`) || !said.includes(`${misspelled} is not a setting of Rounds: did you mean ${meant}?`),
      )
      .map((one) => `${one.misspelled}: said ${one.said.slice(0, 200)}`),
    ...(warned.includes('RETENTION_DAY is not a setting of Rounds: did you mean RETENTION_DAYS?') ? [] : ['a misspelled setting with a default was not named']),
    ...secrets.filter((secret) => [warned, ...starts.map(({ said }) => said)].join('\n').includes(secret)).map(() => 'a secret was repeated'),
  ],
  tamper: ({ starts }) => void (starts[0]!.answered = true),
  describe: ({ starts }) =>
    `${starts.length} starts refused with 1, each names the missing setting and what was typed in its place; one with a default is named in the log; no secret repeated`,
})
