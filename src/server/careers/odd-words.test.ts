import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test("a word that's special in JavaScript is treated like any other in a title or a URL", async () => {
  for (let at = 0; at < 5; at++) await makeRole(app.db, { function_role_name: `Texas Nurse ${at}`, shift: 'Nights', license_states: ['TX'] })
  await makeRole(app.db, { function_role_name: 'Plan constructor, valueOf and toString' })
  await expect
    .poll(async () => String((await app.send('GET', '/openings?q=constructor', undefined, { headers: { accept: '*/*' } })).body))
    .toContain('Plan constructor')
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    for (const name of ['q', 'state', 'department', 'shift']) {
      const { status, body } = await app.send('GET', `/?${name}=${word}`)
      expect([name, word, status]).toEqual([name, word, 200])
      expect(String(body)).not.toMatch(/native code|object Object/)
    }
    const unmatched = String((await app.send('GET', `/?shift=Nights&state=${word}`)).body)
    expect(unmatched.includes(`The license state “${word}” rules out the most openings`), word).toBe(true)
  }
})
