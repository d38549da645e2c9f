import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCli } from '#test/setup/cli.ts'
import { applyOnce, openLedger } from '../client.ts'
import { fault } from '../fault.ts'
import { readApplications, runClients, dropOneApplication, openStage, checkApplications, type Applications } from '../stage.ts'

type RestoreResults = Applications & { code: number; said: string; afterwards: number }

export const F43 = fault<RestoreResults>({
  id: 'F43',
  what: 'restore while two running processes accept applications',
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const ledger = openLedger()
    try {
      const first = await stage.start()
      const products = kind === 'postgres' ? [first, await stage.start()] : [first]
      const archive = join(stage.folder, 'early.tar')
      await runCli(['backup', archive], stage.settings)
      const clients = runClients(4, async (at) => {
        const email = `f43-${at}@example.com`
        await ledger.note(email, () => applyOnce(products[at % products.length]!.url, stage.role, email))
      })
      for (const deadline = Date.now() + 60_000; ledger.acknowledged.size < 15 && Date.now() < deadline;) await pause(20)
      const { code, out, err } = await runCli(['restore', archive, '--force'], stage.settings)
      const until = ledger.acknowledged.size + 5
      for (const deadline = Date.now() + 60_000; ledger.acknowledged.size < until && Date.now() < deadline;) await pause(20)
      await clients.stop()
      for (const one of products) await one.stop()
      const seen = await readApplications(stage, ledger)
      const alone = await runCli(['restore', archive, '--force'], stage.settings)
      return { ...seen, code, said: out + err, afterwards: alone.code }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(seen.acknowledged.length < 20 ? [`only ${seen.acknowledged.length} applications were there to lose`] : []),
    ...(seen.code === 1 && /Nothing was restored|is running|Stop it first/.test(seen.said)
      ? []
      : [`restore ended with ${seen.code}: ${seen.said.slice(0, 200)}`]),
    ...(seen.afterwards === 0 ? [] : [`with every process stopped it ended with ${seen.afterwards}`]),
  ],
  tamper: dropOneApplication,
  describe: (seen) =>
    `refused with 1, which says why; ${seen.acknowledged.length} applications acknowledged around it, 0 lost; with the processes stopped it goes ahead`,
})
