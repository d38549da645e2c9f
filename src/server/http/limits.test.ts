import { expect, test } from 'vitest'
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
