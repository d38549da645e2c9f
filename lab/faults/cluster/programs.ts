import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Program = { pid: number; said: () => string; kill: () => Promise<void> }

type How = { env?: Record<string, string>; user?: string; within?: string[] }

/** Starts a program that gets SIGTERM when this process ends, however that happens; `within` runs it in a network namespace. */
export function run(words: string[], { env = {}, user, within = [] }: How = {}): Program {
  const as = user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
  const [program, ...rest] = [...within, 'setpriv', '--pdeathsig=TERM', ...as, ...words]
  const child = spawn(program!, rest, { cwd: '/', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-200_000)))
  const exited = once(child, 'exit')
  return {
    pid: child.pid!,
    said: () => said,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
