import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask, openApplication, submit, upload } from '#lab/faults/client.ts'
import { startProduct } from '#lab/faults/product.ts'
import { readMailFiles } from '#test/own-page.ts'
import { runCli } from '#test/setup/cli.ts'
import { createDatabase, kindOfRun, startPostgres } from '#test/setup/database.ts'

const ADMIN = 'admin@meridianhealth.example'
const CANDIDATE = 'moved@example.com'
const SENT_WITHIN_MS = 60_000

type Settings = Record<string, string> & { DATA_DIR: string }
type Seeded = { id: number; link: string; token: string; resume: string }

/** Signs an admin in with a code that an operator requested. */
async function signIn(url: string, settings: Settings): Promise<string> {
  const { out } = await runCli(['sign-in', 'code', ADMIN], settings)
  const code = /\b\d{8}\b/.exec(out)?.[0]
  const signedIn = await ask<{ token: string }>(`${url}/api/auth/verify-code`, { body: { email: ADMIN, code } })
  expect(signedIn.status).toBe(200)
  return signedIn.body.token
}

const resumeOf = async (url: string, { id, token }: Pick<Seeded, 'id' | 'token'>) => (await ask<string>(`${url}/api/applicants/${id}/resume`, { token })).body

/** Creates an application with a resume, a link to its own page, and an admin session. */
async function seedInstallation(url: string, settings: Settings): Promise<Seeded> {
  const [role] = (await ask<{ ref_function_role_id: number }[]>(`${url}/api/open-roles`)).body
  const application = (await openApplication(url, role!.ref_function_role_id, { email: CANDIDATE }))!
  expect([(await submit(url, application)).status, (await upload(url, application, 'what was moved')).status]).toEqual([200, 201])
  await ask(`${url}/api/candidate/link`, { body: { email: CANDIDATE } })
  const link = await vi.waitFor(async () => {
    const texts = (await readMailFiles(settings)).filter(({ to }) => to?.[0]?.address === CANDIDATE).map(({ text }) => text!)
    return /\/application\/\S+/.exec(texts.find((text) => text.includes('Use this link'))!)![0]
  }, SENT_WITHIN_MS)
  const own = { id: application.user_session_id, token: await signIn(url, settings) }
  return { ...own, link, resume: await resumeOf(url, own) }
}

test("everything works after a move: a candidate's link, a session, a sign-in, a resume and the audit trail", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-moving-'))
  const server = kindOfRun() === 'postgres' ? await startPostgres() : null
  const archive = join(folder, 'move.tar.zst')
  const place = (name: string): Settings => ({
    DATA_DIR: join(folder, name),
    SECRET_KEY: 'the same in both places, 32 long',
    SEED: 'demo',
    ADMIN_EMAILS: ADMIN,
  })
  const [from, to] = [place('old'), { ...place('new'), SEED: 'reference', ...(server && { DATABASE_URL: await createDatabase(server.url, 'moved') }) }]
  const old = await startProduct(from)
  try {
    const seededState = await seedInstallation(old.url, from)
    expect(seededState.resume).toContain('what was moved')
    await old.stop()
    expect(await runCli(['backup', archive], from)).toMatchObject({ code: 0 })
    expect(await runCli(['restore', archive], to)).toMatchObject({ code: 0, err: '' })

    const newProduct = await startProduct(to)
    const followed = await ask(`${newProduct.url}${seededState.link}`)
    const cookie = followed.headers.get('set-cookie')?.split(';')[0] ?? ''
    const own = await ask<{ user_session_id: number }[]>(`${newProduct.url}/api/candidate/applications`, { cookie })
    expect(own.body.map(({ user_session_id }) => user_session_id)).toEqual([seededState.id])
    expect(await resumeOf(newProduct.url, seededState)).toBe(seededState.resume)
    expect(await resumeOf(newProduct.url, { ...seededState, token: await signIn(newProduct.url, to) })).toBe(seededState.resume)
    expect(await runCli(['audit', 'verify'], to)).toMatchObject({ code: 0 })
    await newProduct.stop()
  } finally {
    await old.kill()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)
