import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Sends an email twice to a port where no server listens; the library can't be loaded the first time, as when there are too many open files. */
const SENDING = `
import { registerHooks } from 'node:module'
let failures = 1
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'nodemailer' && failures-- > 0) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    return next(specifier, context)
  },
})
const { smtpTransport } = await import('#server/mail/smtp-transport.ts')
const transport = smtpTransport('smtp://127.0.0.1:1', { name: '', address: 'jobs@example.com' })
const message = { to_address: 'a@example.com', to_name: '', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', message_id: '<1@example.com>' }
for (const _ of [1, 2]) {
  const said = await transport.send(message, new AbortController().signal)
  console.log(said.final, said.reason)
}`

test("if a library can't be loaded for one email, that email is retried, and the library is loaded for the next one", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SENDING])
  expect(stdout.trim().split('\n')).toEqual(["false The library that sends email couldn't be loaded.", "false The mail server couldn't be reached."])
})
