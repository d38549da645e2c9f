import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { makePacket } from '#server/packet/make-packet.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'

const OWNED = 'Quintessa owned the mistake at once.'

let clone: string
let handed: string
let head: string

/** Another machine: the project as checked out, with its packages, but no settings, data folder or database. */
beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'rounds-clone-'))
  handed = mkdtempSync(join(tmpdir(), 'rounds-handed-'))
  for (const path of ['package.json', 'scripts', 'src']) cpSync(path, join(clone, path), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'))

  await using app = await startApp()
  const admin = await app.admin()
  const user_session_id = await makeCandidate(app, 2, { first_name: 'Quintessa' })
  await writeFeedback(app, await makeInterviewer(app), { user_session_id, ref_interview_id: 1, texts: [OWNED] })
  await app.call(createHiringDecisionDetail, { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: 'Owns mistakes.' }, admin)
  const packet = await makePacket(app.db, { user_session_id, isBlind: false, actor: null })
  writeFileSync(join(handed, 'case.json'), packet.json)
  writeFileSync(join(handed, 'case.pdf'), packet.pdf)
  head = packet.head
})
afterAll(() => {
  for (const folder of [clone, handed]) rmSync(folder, { recursive: true, force: true })
})

function verify(...more: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [join(clone, 'scripts/node'), 'src/server/cli.ts', 'packet', 'verify', join(handed, 'case.json'), ...more],
    {
      cwd: clone,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    },
  )
  return { status, said: (stdout + stderr).trim().split('\n') }
}

function whenChanged(from: string | RegExp, to: string) {
  const file = join(handed, 'case.json')
  const before = readFileSync(file, 'utf8')
  const changed = before.replace(from, to)
  expect(changed).not.toBe(before)
  writeFileSync(file, changed)
  const found = verify()
  writeFileSync(file, before)
  return found
}

test('on another machine, without settings or a database, a packet can be verified, even against a head that a backup published', () => {
  const { status, said } = verify('--head', head)
  expect(said).toEqual([expect.stringMatching(/^The packet of application \d+ is as it was sealed at /), `Compare with the installation: audit row ${head}`])
  expect(status).toBe(0)
  expect(execFileSync('ls', ['-A', clone], { encoding: 'utf8' }).trim().split('\n')).toEqual(['node_modules', 'package.json', 'scripts', 'src'])
})

test('there, a planted change is detected', () => {
  expect(whenChanged(OWNED, 'Quintessa blamed everyone at once.')).toEqual({
    status: 1,
    said: ['interview_feedback, entry 1 was changed.'],
  })
  expect(whenChanged(/"fgl_absent_flag":\s*true/u, '"fgl_absent_flag":false')).toEqual({
    status: 1,
    said: ['hiring_decisions, entry 1 was changed.'],
  })
  expect(verify('--head', `1:${'0'.repeat(64)}`)).toEqual({ status: 1, said: [expect.stringMatching(/^No row of the trail is 1:0+\.$/)] })
})

test('there, a change to the PDF is detected', () => {
  const file = join(handed, 'case.pdf')
  const before = readFileSync(file)
  writeFileSync(file, Buffer.concat([before, Buffer.from(' ')]))
  expect(verify()).toEqual({ status: 1, said: ['The PDF was changed.'] })
  writeFileSync(file, before)
})
