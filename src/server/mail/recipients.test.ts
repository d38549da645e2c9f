import { expect, test } from 'vitest'
import { openWithMailServer } from '#test/setup/post.ts'

const HOSTILE = [
  'a@example.org\r\nBcc: z@evil.example',
  'a@example.org, z@evil.example',
  '"a@evil.example" <b@example.org>',
  'group: a@evil.example;',
  '"a b"@example.org',
  'a@example.org>\r\nRCPT TO:<z@evil.example',
  'a@[127.0.0.1]',
  'ä@example.org',
  '',
]

test("nothing is sent to an address unless it's clearly a single address", async () => {
  const { server, open, queue, find } = await openWithMailServer()
  const ids = await Promise.all(HOSTILE.map((to_address) => queue({ to_address })))
  await open().sendDue()
  for (const email_id of ids) expect(await find(email_id)).toMatchObject({ state: 'failed' })
  expect(server.received).toEqual([])
})

test("line breaks in a name or subject don't add headers", async () => {
  const { server, open, queue } = await openWithMailServer()
  await queue({ to_name: 'Ada\r\nBcc: z@evil.example', subject: 'Hi\r\nBcc: z@evil.example\r\n\r\nbody' })
  await queue({ to_name: '"Ada" <z@evil.example>, b@evil.example', subject: 'Hi\u2028Bcc: z@evil.example' })
  await open().sendDue()
  expect(server.received.map(({ to }) => to)).toEqual([['ada@example.org'], ['ada@example.org']])
  for (const { mail } of server.received) {
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.to?.map((one) => ('address' in one ? one.address : one))).toEqual(['ada@example.org'])
  }
})
