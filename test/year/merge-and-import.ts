import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readPerson } from '#contract/applicants/person.ts'
import { changeContact, confirmAddress } from '#server/candidate/change-contact.ts'
import { backUp } from '#server/operate/backup/back-up.ts'
import { openOutput } from '#server/operate/backup/output.ts'
import { restore } from '#server/operate/backup/restore.ts'
import { openFiles } from '#server/files/open-files.ts'
import { newestLink } from '#test/own-page.ts'
import { freshDatabase } from '#test/setup/database.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'
import type { Entry } from './figures-ledger.ts'

/** Links two applications to one person: the candidate confirms the other application's address or enters its profile. */
export async function mergePeople(app: TestApp, as: Actor, [one, other]: [Entry, Entry], by: 'email' | 'linkedin'): Promise<void> {
  const ownOf = ({ email, id }: Entry) => ({ email_key: email, user_session_id: id })
  if (by === 'email') {
    await changeContact(app.services, ownOf(one), { email: other.email })
    const token = (await newestLink(app, other.email))!.split('/').at(-1)!
    expect(await confirmAddress(app.services, token, `proved${one.n}`)).toContain(other.email)
    one.email = other.email
  } else {
    const linkedin_profile_url = `https://www.linkedin.com/in/person${other.n}`
    for (const each of [one, other]) await changeContact(app.services, ownOf(each), { linkedin_profile_url })
  }
  const { applications } = (await app.call(readPerson, { id: one.id, identifiable: true }, as)).body
  expect(applications.map(({ user_session_id }) => user_session_id)).toEqual(expect.arrayContaining([one.id, other.id]))
}

/** Backs up everything and imports it into a new installation, at the same time of year. */
export async function importIntoNewInstallation(app: TestApp): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-year-'))
  const fresh = await freshDatabase()
  try {
    const archive = join(folder, 'year.tar')
    await backUp(app.services, await openOutput(archive, { overwrite: true }))
    const database = await fresh.open()
    await restore({ database, files: await openFiles({ DATA_DIR: folder }), env: app.env }, archive, { force: true, holdMail: false })
    await database.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const imported = await startApp({}, fresh)
  await stopClocks(imported.services.database, new Date())
  return imported
}
