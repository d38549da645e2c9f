import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWorld, openServer, errorResponse, unread } from '#test/feedback/autosave-world.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typed text is saved on the server after half a second and in the browser after a second', async () => {
  const { server, autosave, kept } = await openWorld()
  autosave.write(10, 'A')
  await vi.advanceTimersByTimeAsync(400)
  autosave.write(10, 'AB')
  await vi.advanceTimersByTimeAsync(499)
  expect(server.saved).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(101)
  expect(server.saved.flat().map((one) => one.interviewer_feedback)).toEqual(['AB'])
  expect(kept()!.answers[10]).toMatchObject({ text: 'AB' })
  expect(autosave.read()).toMatchObject({ hasUnsaved: false, saving: { is: 'saved' } })
})

test('the header is created once, with the first words', async () => {
  const { server, autosave } = await openWorld()
  expect(server.headers()).toBe(0)
  autosave.write(10, 'A')
  await vi.advanceTimersByTimeAsync(500)
  autosave.write(11, 'B')
  await vi.advanceTimersByTimeAsync(500)
  expect(server.headers()).toBe(1)
})

test('while the server is down, saving is retried with increasing delays, and the draft is kept', async () => {
  const { server, autosave, kept } = await openWorld()
  server.fail(errorResponse(0))
  autosave.write(10, 'A')
  await vi.advanceTimersByTimeAsync(500)
  expect(autosave.read().saving).toEqual({ is: 'waiting' })
  expect(kept()!.answers[10]).toEqual({ text: 'A', base: null, is_saved: false })
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.read().saving).toEqual({ is: 'waiting' })
  server.fail(null)
  await vi.advanceTimersByTimeAsync(4000)
  expect(server.rows.get(10)!.text).toBe('A')
})

test('a rejected save shows the error and is not retried', async () => {
  const { server, autosave } = await openWorld()
  server.fail(errorResponse(409))
  autosave.write(10, 'A')
  await vi.advanceTimersByTimeAsync(500)
  expect(autosave.read().saving).toEqual({ is: 'refused', why: 'ErrorBody' })
  server.fail(null)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.saved).toHaveLength(0)
  expect(autosave.read().answers[10]).toBe('A')
})

test('a draft that never reached the server is restored and saved, and the note about it stays until the next load', async () => {
  const { server, autosave } = await openWorld({ draft: { saved_at: 0, answers: { 10: { text: 'From the train', base: null, is_saved: false } } } })
  expect(autosave.read()).toMatchObject({ isRestored: true, hasUnsaved: true, answers: { 10: 'From the train' } })
  await vi.advanceTimersByTimeAsync(500)
  expect(server.rows.get(10)!.text).toBe('From the train')
  expect(autosave.read()).toMatchObject({ isRestored: true, hasUnsaved: false })
  await autosave.load()
  expect(autosave.read().isRestored).toBe(false)
})

test('a saved draft does not overwrite newer text from the server', async () => {
  const server = openServer()
  server.rows.set(10, { text: 'Newer', modified_at: '2026-05-04T10:30:00.000Z' })
  const { autosave } = await openWorld({ server, draft: { saved_at: 0, answers: { 10: { text: 'Older', base: '2026-05-04T09:00:00.000Z', is_saved: true } } } })
  expect(autosave.read()).toMatchObject({ answers: { 10: 'Newer' }, choices: [], hasUnsaved: false })
})

test('when both sides have changed, the person chooses, and the choice is saved', async () => {
  const server = openServer()
  server.rows.set(10, { text: 'Theirs', modified_at: '2026-05-04T10:30:00.000Z' })
  const { autosave } = await openWorld({ server, draft: { saved_at: 5, answers: { 10: { text: 'Mine', base: '2026-05-04T09:00:00.000Z', is_saved: false } } } })
  expect(autosave.read().choices).toEqual([{ question: 10, mine: 'Mine', mine_at: 5, theirs: 'Theirs', theirs_at: '2026-05-04T10:30:00.000Z' }])
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.rows.get(10)!.text).toBe('Theirs')
  autosave.choose(10, 'Mine')
  await vi.advanceTimersByTimeAsync(500)
  expect(server.rows.get(10)!.text).toBe('Mine')
})

test('if an answer changes elsewhere while you type, you choose which version to keep', async () => {
  const { server, autosave } = await openWorld()
  autosave.write(10, 'Mine')
  await vi.advanceTimersByTimeAsync(500)
  server.rows.set(10, { text: 'From the phone', modified_at: '2026-05-04T10:59:00.000Z' })
  autosave.write(10, 'Mine, longer')
  await vi.advanceTimersByTimeAsync(500)
  expect(autosave.read().choices).toMatchObject([{ question: 10, mine: 'Mine, longer', theirs: 'From the phone' }])
  expect(server.rows.get(10)!.text).toBe('From the phone')
})

test('a choice stays open through a second conflict and a reload, and nothing is submitted until it is made', async () => {
  const { server, autosave, box } = await openWorld()
  autosave.write(10, 'Mine')
  autosave.write(11, 'Mine too')
  await vi.advanceTimersByTimeAsync(500)
  for (const question of [10, 11]) {
    server.rows.set(question, { text: `Theirs ${question}`, modified_at: `2026-05-04T10:${question}:00.000Z` })
    autosave.write(question, `Mine ${question}, longer`)
    await vi.advanceTimersByTimeAsync(500)
  }
  const choices = [10, 11].map((question) => ({ question, mine: `Mine ${question}, longer`, theirs: `Theirs ${question}` }))
  expect(autosave.read().choices).toMatchObject(choices)
  await expect(autosave.submit()).rejects.toThrow('First choose which text to keep.')
  autosave.keepDraft()
  autosave.stop()

  const next = await openWorld({ server, box })
  expect(next.autosave.read().choices).toMatchObject(choices)
  await vi.advanceTimersByTimeAsync(5000)
  expect([...server.rows.values()].map(({ text }) => text)).toEqual(['Theirs 10', 'Theirs 11'])
})

test("an answer that another window saves while this one is loading is shown, but an unsaved one isn't", async () => {
  const server = openServer()
  server.rows.set(10, { text: 'Older', modified_at: '2026-05-04T10:00:00.000Z' })
  const { autosave, announce } = unread({ server })
  const loading = autosave.load()
  const base = '2026-05-04T10:20:00.000Z'
  announce({ saved_at: 0, answers: { 10: { text: 'Newer', base, is_saved: true }, 11: { text: 'Half a', base, is_saved: false } } })
  await loading
  expect(autosave.read().answers).toEqual({ 10: 'Newer' })
})

test('text typed while an open form reloads is kept and saved', async () => {
  const server = openServer()
  server.rows.set(10, { text: 'Stored', modified_at: '2026-05-04T10:00:00.000Z' })
  server.rows.set(11, { text: 'Also stored', modified_at: '2026-05-04T10:00:00.000Z' })
  const { autosave } = await openWorld({ server })
  const loading = autosave.load()
  autosave.write(10, 'Stored, and typed while loading')
  await loading
  expect(autosave.read()).toMatchObject({ isRestored: false, hasUnsaved: true, choices: [] })
  expect(autosave.read().answers).toEqual({ 10: 'Stored, and typed while loading', 11: 'Also stored' })
  await vi.advanceTimersByTimeAsync(500)
  expect(server.rows.get(10)!.text).toBe('Stored, and typed while loading')
})

test("if text typed while the form reloads conflicts with another device's, you choose which version to keep", async () => {
  const server = openServer()
  const { autosave } = await openWorld({ server })
  const loading = autosave.load()
  autosave.write(10, 'Typed here')
  server.rows.set(10, { text: 'From the phone', modified_at: '2026-05-04T10:59:00.000Z' })
  await loading
  expect(autosave.read().choices).toMatchObject([{ question: 10, mine: 'Typed here', theirs: 'From the phone' }])
})

test("another window's saved answer appears only in fields where nothing was typed here", async () => {
  const { autosave, announce } = await openWorld()
  autosave.write(10, 'Typed here')
  const base = '2026-05-04T10:20:00.000Z'
  announce({ saved_at: 0, answers: { 10: { text: 'There', base, is_saved: true }, 11: { text: 'There', base, is_saved: true } } })
  expect(autosave.read().answers).toEqual({ 10: 'Typed here', 11: 'There' })
})

test("an answer that's too long is kept in full in the browser and doesn't hold up the others", async () => {
  const { server, autosave } = await openWorld()
  autosave.write(10, 'word '.repeat(2001))
  autosave.write(11, 'Short')
  await vi.advanceTimersByTimeAsync(500)
  expect([...server.rows.keys()]).toEqual([11])
  expect(autosave.read()).toMatchObject({ hasUnsaved: true, answers: { 10: 'word '.repeat(2001) } })
})

test('submitting sends all answers and leaves no draft behind', async () => {
  const { server, autosave, kept } = await openWorld()
  autosave.write(10, 'A')
  await autosave.submit()
  expect(server.saved.at(-1)!.map((one) => one.interviewer_feedback)).toEqual(['A', ''])
  expect(autosave.read().header!.submitted_at).toBe('2026-05-04T11:00:00.000Z')
  await vi.advanceTimersByTimeAsync(2000)
  expect(kept()).toBeNull()
})

/** Two windows of one browser; the first is closed with text that never reached the server. */
async function leaveUnsaved(text: string) {
  const { server, autosave, box, kept } = await openWorld()
  const other = await openWorld({ server, box })
  server.fail(errorResponse(0))
  autosave.write(10, text)
  await vi.advanceTimersByTimeAsync(1000)
  autosave.stop()
  server.fail(null)
  return { server, box, kept, other: other.autosave }
}

test("another window's unsaved text survives this window's drafts and submission, and is offered when the form is next opened", async () => {
  const { server, box, kept, other } = await leaveUnsaved('Typed there')
  const unsaved = { 10: { text: 'Typed there', base: null, is_saved: false } }
  const { saved_at } = kept()!
  await vi.advanceTimersByTimeAsync(60_000)
  other.keepDraft()
  expect(kept()).toEqual({ answers: unsaved, saved_at })
  other.write(11, 'Typed here')
  await vi.advanceTimersByTimeAsync(1000)
  expect(kept()!.answers).toEqual({ ...unsaved, 11: { text: 'Typed here', base: expect.any(String), is_saved: true } })
  await other.submit()
  expect(kept()!.answers).toEqual(unsaved)

  const next = await openWorld({ server, box })
  expect(next.autosave.read()).toMatchObject({ isRestored: true, answers: { 10: 'Typed there', 11: 'Typed here' } })
})

test("unsaved text that's deleted again is removed from the draft, whether typed in this window or taken over from another", async () => {
  const { server, box, kept } = await leaveUnsaved('Typed there')
  const { autosave } = await openWorld({ server, box })
  server.fail(errorResponse(0))
  autosave.write(10, '')
  autosave.write(11, 'Typed here')
  await vi.advanceTimersByTimeAsync(1000)
  expect(kept()!.answers).toEqual({ 11: { text: 'Typed here', base: null, is_saved: false } })
  autosave.write(11, '')
  await vi.advanceTimersByTimeAsync(1000)
  expect(kept()!.answers).toEqual({})
})
