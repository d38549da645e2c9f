import { expect, test } from 'vitest'
import { withBreaker } from './circuit-breaker.ts'

/** Sets up a service that can be made unavailable, with its breaker and a clock. */
function watched(more: Partial<Parameters<typeof withBreaker>[1]> = {}) {
  const service = { now: 0, calls: 0, isUp: false }
  const call = withBreaker(
    async (what: string) => {
      service.calls += 1
      if (!service.isUp) throw new Error(`failure ${service.calls}`)
      return what
    },
    { failures: 3, restMs: 10_000, now: () => service.now, ...more },
  )
  return { service, call }
}

test('after three failures in a row, calls fail immediately with the last error; after a pause, one call tries again', async () => {
  const { service, call } = watched()
  for (let at = 0; at < 5; at += 1) await expect(call('x')).rejects.toThrow('failure')
  expect(service.calls).toBe(3)
  service.now = 10_000
  await expect(call('x')).rejects.toThrow('failure 4')
  await expect(call('x')).rejects.toThrow('failure 4')
  expect(service.calls).toBe(4)
})

test('a success ends the pause', async () => {
  const { service, call } = watched()
  for (let at = 0; at < 3; at += 1) await expect(call('x')).rejects.toThrow('failure')
  service.now = 10_000
  service.isUp = true
  expect(await call('one')).toBe('one')
  service.isUp = false
  await expect(call('x')).rejects.toThrow('failure 5')
  await expect(call('x')).rejects.toThrow('failure 6')
  expect(service.calls).toBe(6)
})

test('after the pause, exactly one call is let through', async () => {
  const { service, call } = watched({ resting: () => new Error('resting') })
  for (let at = 0; at < 3; at += 1) await expect(call('x')).rejects.toThrow('failure')
  await expect(call('x')).rejects.toThrow('resting')
  service.now = 10_000
  const ends = await Promise.allSettled([call('x'), call('x'), call('x')])
  expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : ''))).toEqual(['Error: failure 4', 'Error: resting', 'Error: resting'])
})

test("failures that don't count never open the breaker", async () => {
  const { service, call } = watched({ counts: (error) => !String(error).includes('failure') })
  for (let at = 0; at < 6; at += 1) await expect(call('x')).rejects.toThrow('failure')
  expect(service.calls).toBe(6)
})
