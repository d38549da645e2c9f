import { expect, test } from 'vitest'
import { startApp } from '#test/setup/app.ts'

test("an entire IPv6 site can't start more applications a day than any other client", async () => {
  await using app = await startApp({ LIMITS_SCALE: '1' })
  const open = (network: number) => app.services.limits.take('open-session-day', `2001:db8:7:${network.toString(16)}::1`)
  for (let network = 0; network < 300; network++) await open(network)
  await expect(open(300)).rejects.toMatchObject({ status: 429 })
  await app.services.limits.take('open-session-day', '2001:db8:8::1')
})
