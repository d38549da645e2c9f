import { expect, test } from 'vitest'
import { startApp } from '#test/setup/app.ts'
import { clientKey } from './limits.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (ip, key) => {
  expect(clientKey(ip)).toBe(key)
})

test('the broadest limit counts an entire IPv6 site as one client', () => {
  expect(clientKey('2001:db8:1:2::3', 48)).toBe('2001:db8:1::/48')
  expect(clientKey('192.0.2.7', 48)).toBe('192.0.2.7')
})

test("an entire IPv6 site can't start more applications a day than any other client", async () => {
  await using app = await startApp({ LIMITS_SCALE: '1' })
  const open = (network: number) => app.services.limits.take('open-session-day', `2001:db8:7:${network.toString(16)}::1`)
  for (let network = 0; network < 300; network++) await open(network)
  await expect(open(300)).rejects.toMatchObject({ status: 429 })
  await app.services.limits.take('open-session-day', '2001:db8:8::1')
})

test("requests rejected by the per-minute limit don't count against the daily limit", async () => {
  await using app = await startApp({ LIMITS_SCALE: '1' })
  const { limits } = app.services
  const open = () => limits.take(['open-session-minute', 'open-session-day'], '192.0.2.1')
  for (let count = 0; count < 20; count++) await open()
  for (let count = 0; count < 300; count++) await open().catch(() => null)
  await expect(open()).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
  await limits.take('open-session-day', '192.0.2.1')
  expect(limits.drainRejected()).toEqual({ 'open-session-minute': 301 })
})
