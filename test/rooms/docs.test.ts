import { expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import { openHouse } from '#test/setup/house.ts'

test('OpenAPI 3.1 describes every call of the contract, and a page says the same for people', async () => {
  await using house = await openHouse()
  const { body } = await house.send('GET', '/api/openapi.json')
  const described = body as unknown as { openapi: string; paths: Record<string, Record<string, unknown>> }

  expect(described.openapi).toBe('3.1.0')
  expect(ALL.filter(({ method, path }) => !described.paths[path]?.[method.toLowerCase()])).toEqual([])

  const page = await house.send('GET', '/api/docs')
  expect(page.status).toBe(200)
  expect(ALL.filter(({ method, path }) => !String(page.body).includes(`${method} ${path}`))).toEqual([])
})
