import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { sql } from 'drizzle-orm'
import type { Env } from '#server/env.ts'
import { unseal } from '#server/mail/sealed.ts'
import type { Actor, TestApp } from './setup/app.ts'

/** Returns the link to the application's own page from the latest email to this address, as shown to the recipient. */
export async function newestLink(app: TestApp, to_address: string): Promise<string | null> {
  const { rows } = await app.db.execute<{ text: string }>(sql`
    select text from email_outbox where to_address = ${to_address} and text like '%/application/%' and text not like '%/application/interviews/%' order by email_id desc limit 1`)
  const text = rows[0] && unseal(app.services.keys, rows[0].text)
  return text ? new URL(/https?:\S+\/application\/\S+/.exec(text)![0]).pathname : null
}

/** Opens the latest emailed link in a new browser. */
export async function openOwnPage(app: TestApp, to_address: string): Promise<Actor> {
  const { status, cookies } = await app.send('GET', (await newestLink(app, to_address))!)
  if (status !== 303) throw new Error(`The link answered ${status}`)
  return { cookies }
}

/** Returns every email written to a file, as the recipient's mail program would show it. */
export async function readMailFiles({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<Email[]> {
  const folder = join(DATA_DIR, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}
