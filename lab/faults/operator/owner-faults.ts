import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from '#test/setup/cli.ts'
import { applyOnce, openLedger } from '../client.ts'
import { fault } from '../fault.ts'
import { readApplications, dropOneApplication, openStage, checkApplications, type Applications, type Stage } from '../stage.ts'

const OWNER = 65_534
const OTHER = 65_533
/** Generous, because each command loads the product's code again. */
const LONGEST_MS = 10 * 60_000
const isRoot = process.getuid?.() === 0
const as = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']

type CommandRun = { words: string; code: number | null; said: string }
/** `left` lists the files that the commands left in the caller's folder. */
type CommandResults = { ran: CommandRun[]; left: string[] }
type OwnerResults = Applications & CommandResults & { foreign: string[] }

/** Returns every file and folder that doesn't belong to the installation's owner. */
function findForeignFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  return [folder, ...names].filter((name) => (lstatSync(name, { throwIfNoEntry: false }) ?? { uid: OWNER }).uid !== OWNER)
}

/**
 * Sets up an embedded installation that belongs to an ordinary user, with applications in it. Runs `work` while its process is running, and again
 * after it has stopped.
 */
async function onInstallation(work: (stage: Stage, when: 'running' | 'stopped') => Promise<CommandResults>): Promise<OwnerResults> {
  const stage = await openStage('embedded')
  const ledger = openLedger()
  const owned = { command: as(OWNER) }
  const apply = async (url: string, name: string) => ledger.note(name, () => applyOnce(url, stage.role, name))
  try {
    execFileSync('chown', ['-R', `${OWNER}:${OWNER}`, stage.folder])
    const first = await stage.start({}, owned)
    await apply(first.url, 'before@example.com')
    const running = await work(stage, 'running')
    await first.stop()
    const stopped = await work(stage, 'stopped')
    const foreign = findForeignFiles(stage.folder)
    // The app can't start with someone else's files; if there are any, they're the finding.
    if (foreign.length === 0) {
      const restarted = await stage.start({}, owned)
      await apply(restarted.url, 'after@example.com')
      await restarted.stop()
    }
    return {
      ran: [...running.ran, ...stopped.ran],
      left: [...running.left, ...stopped.left],
      foreign: [...foreign, ...findForeignFiles(stage.folder)],
      ...(await readApplications(stage, ledger)),
    }
  } finally {
    await stage.close()
  }
}

/** Returns commands that an operator might run at 3 AM, in an order that leaves the installation unchanged. */
const commandsFor = (backup: string, when: string): string[][] => [
  ['doctor'],
  ['audit', 'verify'],
  ['backup', backup],
  ['applicant', 'export', '1'],
  ['applicant', 'hold', '1', '--reason', 'a claim'],
  ['applicant', 'release', '1'],
  ['roles', 'list'],
  ['retention', 'run', '--dry-run'],
  ['session', 'revoke', 'admin@meridianhealth.example'],
  ['sign-in', 'code', 'admin@meridianhealth.example'],
  ['mail', 'test', 'admin@meridianhealth.example'],
  ['rehearsal', 'passed'],
  ...(when === 'stopped' ? [['migrate'], ['seed'], ['restore', backup, '--force']] : []),
]
/** Commands that find problems in a test installation and exit with 1. */
const MAY_FAIL = ['doctor']

/** Runs each command as one user, whose folder the archive goes to. */
const commandFault = (uid: number, give: (words: string[], settings: Stage['settings']) => Promise<Omit<CommandRun, 'words'>>) => ({
  kinds: ['embedded' as const],
  lacks: () => (isRoot ? null : 'needs root'),
  longestMs: LONGEST_MS,
  collect: () =>
    onInstallation(async (stage, when) => {
      const own = `${stage.folder}-${when}`
      mkdirSync(own, { mode: 0o700 })
      chownSync(own, uid, uid)
      const ran: CommandRun[] = []
      for (const words of commandsFor(join(own, 'backup.tar'), when)) ran.push({ words: words.slice(0, 2).join(' '), ...(await give(words, stage.settings)) })
      const left = readdirSync(own)
      rmSync(own, { recursive: true })
      return { ran, left }
    }),
})

const checkOwners = (seen: OwnerResults) => [...checkApplications(seen), ...seen.foreign.map((name) => `belongs to someone else: ${name}`)]

export const F44 = fault<OwnerResults>({
  ...commandFault(0, async (words, settings) => {
    const { code, out, err } = await runCli(words, settings)
    return { code, said: out + err }
  }),
  id: 'F44',
  what: "root runs each command on another user's installation, while it's running and after it has stopped",
  judge: (seen) => [
    ...checkOwners(seen),
    ...seen.ran
      .filter(({ words, code }) => code !== 0 && !(code === 1 && MAY_FAIL.includes(words.split(' ')[0]!)))
      .map((one) => `${one.words} ended with ${one.code}: ${one.said.slice(0, 200)}`),
  ],
  tamper: (seen) => void seen.foreign.push('files/one'),
  describe: (seen) =>
    `${seen.ran.length} commands carried out; every file still the owner's; the next start works; ${seen.acknowledged.length} applications, 0 lost`,
})

export const F45 = fault<OwnerResults>({
  // The archive doesn't exist, so a restore that looks for it before checking the user reports it as missing.
  ...commandFault(OTHER, async (words, settings) => {
    const env = { ...process.env, BASE_URL: '', NODE_ENV: 'test', ...settings }
    const [program, ...rest] = [...as(OTHER), process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/cli.ts', ...words]
    const { status, stdout, stderr } = spawnSync(program!, rest, { env, encoding: 'utf8' })
    return { code: status, said: stdout + stderr }
  }),
  id: 'F45',
  what: 'a user who is neither root nor the owner runs commands on an installation',
  judge: (seen) => [
    ...checkOwners(seen),
    ...seen.left.map((name) => `left behind: ${name}`),
    ...seen.ran.filter(({ code }) => code !== 1).map((one) => `${one.words} ended with ${one.code}: ${one.said.slice(0, 200)}`),
    ...seen.ran
      .filter(({ said }) => !said.includes('Run the command as that user: sudo -u nobody'))
      .map((one) => `${one.words} said ${one.said.slice(0, 200)}`),
  ],
  tamper: dropOneApplication,
  describe: (seen) =>
    `${seen.ran.length} commands refused, each says as which user to run it; every file still the owner's; the next start works; ${seen.acknowledged.length} applications, 0 lost`,
})
