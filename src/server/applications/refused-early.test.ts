import { connect, type AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openSession } from '#contract/applications/applications.ts'
import { withdrawApplication } from '#contract/candidate/candidate.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor } from '#test/setup/app.ts'
import { GOOD, uploading } from '#test/uploading.ts'

const app = await startApp()
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const { port } = app.fastify.server.address() as AddressInfo

/** Sends the beginning of a 5 MB upload, waits for the response, and returns its status and error. */
function beginUpload(user_session_id: number, { cookies = {} }: Actor): Promise<string> {
  const { body } = formWith({ user_session_id: String(user_session_id) }, GOOD)
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const head = ['POST /api/user-session/resume HTTP/1.1', 'host: localhost', `cookie: ${cookie.join('; ')}`, 'content-length: 5000000']
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\ncontent-type: multipart/form-data; boundary=rounds-test-boundary\r\n\r\n`)
  socket.write(body.subarray(0, body.indexOf('%PDF') + 4))
  return new Promise((resolve) => {
    socket
      .on('error', () => {})
      .on('data', (part) => {
        resolve(`${part.toString().slice(9, 12)} ${/"detail":"([^"]+)"/.exec(part.toString())?.[1]}`)
        socket.destroy()
      })
  })
}

test('an upload for an application that takes no resume is rejected before its file is read, even if another application would take one', async () => {
  const role_id = await makeRoleId(app.db)
  const { user_session_id: id, as, questions } = await apply(app, role_id, { email: 'late.resume@example.com' })
  const other = await app.call(openSession, { ref_function_role_id: await makeRoleId(app.db), device_info: 'test' }, as)
  const both = { cookies: { ...as.cookies, ...other.cookies } }
  expect(await beginUpload(other.body.user_session_id, both)).toBe('409 Submit your answers first.')
  const { upload } = uploading(app)
  for (let at = 0; at < 3; at++) expect((await upload({ user_session_id: id, as, questions })).status).toBe(201)
  expect(await beginUpload(id, both)).toBe("409 You've already uploaded a resume 3 times. We'll keep the last one.")
  await app.call(withdrawApplication, { id }, await openOwnPage(app, 'late.resume@example.com'))
  expect(await beginUpload(id, both)).toBe('409 You can no longer change the resume for this application.')
})

test("pressing Withdraw or its undo again on the candidate's page after a lost response isn't an error", async () => {
  const email = 'pressed.again@example.com'
  const { user_session_id: id } = await apply(app, await makeRoleId(app.db), { email })
  const as = await openOwnPage(app, email)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [action, said] of [
    ['withdraw', 'You have 24 hours to undo this.'],
    ['withdraw', 'already withdrawn this application.'],
    ['undo-withdraw', 'Your application is active again.'],
    ['undo-withdraw', 'Your application is active.'],
  ]) {
    const posted = await app.send('POST', `/application/${id}/${action}`, '', { ...as, headers })
    expect([action, posted.status, posted.headers['location']]).toEqual([action, 303, `/application?done=${action}`])
    const page = await app.send('GET', String(posted.headers['location']), undefined, { cookies: { ...as.cookies, ...posted.cookies } })
    expect(String(page.body)).toContain(said)
  }
})
