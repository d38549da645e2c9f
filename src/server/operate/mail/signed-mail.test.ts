import { createPublicKey } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deriveKeys } from '#server/http/keys.ts'
import { resealDkimKeys } from '#server/mail/dkim/dkim-key.ts'
import { insertEmail } from '#server/mail/store.ts'
import { startNameServer } from '#test/mail/name-server.ts'
import { startApp } from '#test/setup/app.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { dkim } from './mail-alignment.ts'
import { MAIL_COMMANDS } from './mail-commands.ts'

test('Rounds signs mail with the encrypted key that mail key creates; doctor finds its record once it is published', async () => {
  const mails = await startMailServer()
  const names = await startNameServer()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'careers@clinic.internal', DKIM_SELECTOR: 'rounds2026', DKIM_SIGNING: 'yes' }
  await using app = await startApp({ ...mail, DNS_SERVER: names.address })
  const output: string[] = []
  const operator = { ...app.services, cwd: '', input: null, text: null, output: null, say: (line: string) => void output.push(line), warn: () => {} }
  const makeKey = () => MAIL_COMMANDS.find(({ usage }) => usage === 'mail key')!.run(operator, { operands: [], flags: {} })
  try {
    expect(await dkim(app.env, app.db)).toContain('run the command mail key')
    expect(await makeKey()).toBe(true)
    expect(await makeKey()).toBe(true)
    expect(output[1]).toBe(output[0])
    const [, record, key] = /^rounds2026\._domainkey\.clinic\.internal TXT "(v=DKIM1; k=rsa; p=(.+))"$/.exec(output[0]!)!
    expect(createPublicKey({ key: Buffer.from(key!, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
    const { rows } = await app.db.execute<{ key: string }>(sql`select key from server_key where purpose = 'dkim rounds2026'`)
    expect(rows[0]!.key).not.toContain('PRIVATE KEY')

    expect(await dkim(app.env, app.db)).toBe(
      `mail is signed with a key that isn't at rounds2026._domainkey.clinic.internal: publish the TXT record "${record}" at rounds2026._domainkey.clinic.internal`,
    )
    names.current.zone = { 'rounds2026._domainkey.clinic.internal': [record!] }
    expect(await dkim(app.env, app.db)).toEqual({ note: 'published at rounds2026._domainkey.clinic.internal' })

    await resealDkimKeys({ db: app.db, keys: app.services.keys })
    await insertEmail(app.db, { purpose: 'notice', to_address: 'ada@example.com', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' }, 'system')
    await app.outbox.sendDue()
    const signature = mails.received[0]!.mail.headers.find((header) => header.key === 'dkim-signature')!.value
    expect(signature).toMatch(/a=rsa-sha256;.*d=clinic\.internal;.*s=rounds2026;/s)

    await resealDkimKeys({ db: app.db, keys: deriveKeys('another secret that never opened this key') })
    expect(await makeKey()).toBe(true)
    expect(output[2]).toBe(output[0])
  } finally {
    await names.stop()
    await mails.stop()
  }
})
