import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Packet } from '#contract/packet/format.ts'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { makeDecided, OWNS_MISTAKE, packetOf } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'

let clone: string
let handed: string
let head: string
let fingerprint: string

/** Another machine: the project as checked out, with its packages, but without settings, a data folder or a database. */
beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'rounds-clone-'))
  handed = mkdtempSync(join(tmpdir(), 'rounds-handed-'))
  for (const path of ['package.json', 'scripts', 'src']) cpSync(path, join(clone, path), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'))

  await using app = await startApp()
  const { zip, json, pdf, edition } = await packetOf(app, await makeDecided(app, await app.admin()))
  for (const [name, content] of Object.entries({ 'case.json': json, 'case.pdf': pdf, 'case.zip': zip })) writeFileSync(join(handed, name), content)
  writeFileSync(join(handed, 'rounds-keys.json'), JSON.stringify((await app.call(listSigningKeys, {})).body))
  ;[fingerprint, head] = [edition.fingerprint, (JSON.parse(json.toString()) as Packet).statement.head]
})
afterAll(() => {
  for (const folder of [clone, handed]) rmSync(folder, { recursive: true, force: true })
})

function verify(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('sh', [join(clone, 'scripts/node'), 'src/server/cli.ts', 'packet', 'verify', ...words], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  return { status, said: (stdout + stderr).trim().split('\n') }
}
const at = (name: string) => join(handed, name)

test("on another machine without settings, a database or a network, a packet verifies and reports what was checked and what can't be known", () => {
  const { status, said } = verify(at('case.zip'))
  expect([status, said]).toEqual([
    0,
    [
      expect.stringMatching(/^The packet of application \d+, edition 1, is unchanged since it was sealed at 20/),
      expect.stringMatching(/^Contents: 17 sections with \d+ entries are complete and in order\.$/),
      'Files: packet.pdf and verify.html match the sealed files.',
      expect.stringMatching(/^Trail: rows \d+ to \d+ form an unbroken chain; \d+ are shown, and \d+ are hashes\.$/),
      `Signature: valid for the key ${fingerprint}.`,
      expect.stringContaining(`compare ${fingerprint} with what the employer publishes`),
      expect.stringContaining(`compare its head, ${head}`),
      "The packet can't prove that it's the newest one: ask the employer whether there's an edition after 1.",
      expect.stringMatching(/^No packet can prove/),
    ],
  ])
  expect(execFileSync('ls', ['-A', clone], { encoding: 'utf8' }).trim().split('\n')).toEqual(['node_modules', 'package.json', 'scripts', 'src'])
})

test('on another machine, the JSON next to its PDF verifies against a saved key and a head, and any change is reported', () => {
  for (const key of [fingerprint, at('rounds-keys.json')]) {
    const { status, said } = verify(at('case.json'), '--key', key, '--head', head)
    expect([status, said]).toEqual([0, expect.arrayContaining([`Signature: valid for the key ${fingerprint}, the one you provided.`])])
  }
  const json = readFileSync(at('case.json'), 'utf8')
  writeFileSync(at('case.json'), json.replace(OWNS_MISTAKE, 'Quintessa blamed everyone at once.'))
  expect(verify(at('case.json'))).toEqual({ status: 1, said: ['interview_feedback, entry 1 was changed.'] })
  writeFileSync(at('case.json'), json)
  writeFileSync(at('case.pdf'), Buffer.concat([readFileSync(at('case.pdf')), Buffer.from(' ')]))
  expect(verify(at('case.json'))).toEqual({ status: 1, said: ['The file packet.pdf was changed or belongs to a different packet.'] })
})

test('a packet verifies under any file name', () => {
  for (const name of ['CASE 7.ZIP', 'evidence']) {
    cpSync(at('case.zip'), at(name))
    expect(verify(at(name))).toMatchObject({ status: 0, said: expect.arrayContaining(['Files: packet.pdf and verify.html match the sealed files.']) })
  }
})

test('an invalid packet or key file is reported in one sentence, with exit code 1 or 2', () => {
  writeFileSync(at('other.zip'), 'PK no packet')
  expect(verify(at('other.zip'))).toEqual({ status: 1, said: [expect.stringMatching(/^This isn't the original ZIP/)] })
  expect(verify(at('case.zip'), '--key', '0'.repeat(64))).toEqual({
    status: 1,
    said: [`It was signed with the key ${fingerprint}, not the one you provided.`],
  })
  expect(verify(at('missing.zip'))).toEqual({ status: 2, said: [expect.stringMatching(/missing\.zip can't be read: there is no such file\.$/)] })
  expect(verify(at('case.zip'), '--key', 'abc')).toEqual({
    status: 2,
    said: ['--key takes a fingerprint of 64 digits, or a saved rounds-keys.json. abc is neither.'],
  })
  expect(verify(at('case.zip'), '--head', 'abc')).toEqual({ status: 2, said: ['--head takes a row as ID:HASH, with a hash of 64 digits.'] })
  expect(verify()).toEqual({ status: 2, said: [expect.stringMatching(/^Usage: /)] })
})
