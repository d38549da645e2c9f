import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApplication, submit } from '#lab/faults/client.ts'
import { startProduct } from '#lab/faults/product.ts'

test("a copy that ONCE makes while Rounds runs is complete after post-restore, even if the copied database files aren't", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-once-'))
  const [running, restored, bin] = ['running', 'restored', 'bin'].map((name) => join(folder, name)) as [string, string, string]
  for (const one of [running, bin]) mkdirSync(one)
  writeFileSync(
    join(bin, 'rounds'),
    `#!/bin/sh\nexec '${process.execPath}' --disable-warning=ExperimentalWarning '${process.cwd()}/src/server/cli.ts' "$@"\n`,
    { mode: 0o755 },
  )
  const runHook = (name: string, DATA_DIR: string) =>
    spawnSync(join(process.cwd(), 'deploy/hooks', name), {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, BASE_URL: '', NODE_ENV: 'test', DATA_DIR, PATH: `${bin}:${process.env['PATH']}` },
    })
  const product = await startProduct({ DATA_DIR: running, SEED: 'demo' })
  try {
    const roles = (await (await fetch(`${product.url}/api/open-roles`)).json()) as { ref_function_role_id: number }[]
    const application = await openApplication(product.url, roles[0]!.ref_function_role_id, { email: 'kept@example.com' })
    expect((await submit(product.url, application!)).status).toBe(200)
    expect(runHook('pre-backup', running)).toMatchObject({ status: 0 })
    expect(spawnSync('cp', ['--archive', running, restored]).status).toBe(0)
    await product.stop()

    // Like a copy of a file that was being written.
    writeFileSync(join(restored, 'postgresql-18/global/pg_control'), 'torn')
    expect(runHook('post-restore', restored)).toMatchObject({ status: 0 })
    expect(existsSync(join(restored, 'once.tar.zst'))).toBe(false)
    const restartedProduct = await startProduct({ DATA_DIR: restored })
    expect((await submit(restartedProduct.url, application!)).status).toBe(200)
    await restartedProduct.stop()

    // A paused container's copy has no archive and is left alone.
    expect(runHook('post-restore', restored)).toMatchObject({ status: 0, stdout: '' })
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
