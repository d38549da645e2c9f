import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettingsFile, UNIT_SETTINGS } from '#server/settings/load-files.ts'

/** Values as people write them in /etc/rounds.env, and how systemd reads each one. */
const AWKWARD: [written: string, meant: string][] = [
  ['St. Mary #1 Hospital', 'St. Mary #1 Hospital'],
  ['St. Mary #1 Hospital  \t', 'St. Mary #1 Hospital'],
  ['"St. Mary #1 Hospital"', 'St. Mary #1 Hospital'],
  ["'St. Mary'\\''s $5 & `x`'", "St. Mary''s $5 & `x`'"],
  ['  Clínica 100% “Zürich” 病院', 'Clínica 100% “Zürich” 病院'],
  ['$HOME ${HOME} %h %%', '$HOME ${HOME} %h %%'],
  ['"a \\"quoted\\" \\$5 \\n \\\\"', 'a "quoted" $5 \\n \\'],
  ['\'a \\ b "c"\'', 'a \\ b "c"'],
  ['Mary"s #1', 'Mary"s #1'],
  ['a\\ b\\c\\\\', 'a bc\\'],
  ['trailing\\ ', 'trailing '],
  ['"one" \'two\' three ', 'onetwothree'],
  ['a\\\n  b', 'a  b'],
  ['"two\nlines"', 'two\nlines'],
  ['"joined \\\nlines"', 'joined lines'],
  ['a;b # c', 'a;b # c'],
  ['p4$$w0rd!#\'"', 'p4$$w0rd!#\'"'],
  ['smtp://user:p%23ss@mail.example.com:587', 'smtp://user:p%23ss@mail.example.com:587'],
]

test.each(AWKWARD)('in a settings file, %j means %j', (written, meant) => {
  expect(parseSettingsFile(`# a comment\n; another=one\n\n  NAME = ${written}\nNEXT=x\n`)).toEqual({ NAME: meant, NEXT: 'x' })
  expect(parseSettingsFile(`NAME=first\r\nNAME=${written}`)).toEqual({ NAME: meant })
})

test('as in systemd, anything that is not a setting is ignored: "export" lines, and lines without an equals sign', () => {
  expect(parseSettingsFile('export A=1\n2B=2\nnothing\nC=3 \nD=\n# E=5 \\\nF=6\nG=7')).toEqual({ C: '3', D: '', G: '7' })
})

/** Four keys of os-release, a file that systemd parses with the same function as an EnvironmentFile, and the specifiers that print them. */
const SPECIFIERS = { ID: '%o', VERSION_ID: '%w', BUILD_ID: '%B', VARIANT_ID: '%W' }

test.runIf(spawnSync('systemd-tmpfiles', ['--version']).status === 0)("systemd's own parser reads each tricky value the same way", () => {
  const root = mkdtempSync(join(tmpdir(), 'rounds-systemd-'))
  try {
    for (const folder of ['etc', 'out']) mkdirSync(join(root, folder))
    const rules = Object.entries(SPECIFIERS).map(([key, specifier]) => `f+ /out/${key} - - - - ${specifier}\n`)
    writeFileSync(join(root, 'rules.conf'), rules.join(''))
    const keys = Object.keys(SPECIFIERS)
    for (let at = 0; at < AWKWARD.length; at += keys.length) {
      const some = AWKWARD.slice(at, at + keys.length)
      const file = keys.map((key, place) => `${key}=${some[place]?.[0] ?? 'x'}\n`).join('')
      writeFileSync(join(root, 'etc/os-release'), file)
      const read = spawnSync('systemd-tmpfiles', [`--root=${root}`, '--create', join(root, 'rules.conf')], { encoding: 'utf8' })
      expect(read.stderr).toBe('')
      for (const key of keys) expect(readFileSync(join(root, 'out', key), 'utf8'), file).toBe(parseSettingsFile(file)[key])
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test("the rounds command reads the unit's file: its values override the unit's defaults, and the shell overrides both", () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-env-'))
  try {
    const file = join(folder, 'rounds.env')
    writeFileSync(file, 'NODE_ENV=development\nCOMPANY_NAME=St. Mary #1 Hospital\nTERMS_URL=https://a.example/$HOME\nHOST=not a host\n')
    const script = 'import("#server/settings/load-files.ts").then((m) => (m.loadSettingsFiles(), console.log(JSON.stringify(process.env))))'
    const env = { PATH: process.env['PATH']!, ROUNDS_ENV: file, ROUNDS_HOME: folder, TERMS_URL: 'https://shell.example' }
    const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--eval', script], { env, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      NODE_ENV: 'development',
      DATA_DIR: '/var/lib/rounds',
      COMPANY_NAME: 'St. Mary #1 Hospital',
      TERMS_URL: 'https://shell.example',
    })

    const doctor = spawnSync('sh', [join(process.cwd(), 'deploy/rounds'), 'doctor'], {
      env: { PATH: process.env['PATH']!, ROUNDS_HOME: process.cwd(), ROUNDS_ENV: file },
      cwd: folder,
      encoding: 'utf8',
    })
    expect(doctor).toMatchObject({
      status: 1,
      stderr: '',
      stdout: expect.stringMatching(/^PROBLEM {2}settings: HOST must be .*, for example HOST=127\.0\.0\.1$/m),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Returns the shell function with this name. A one-line function may be followed by a comment. */
const functionIn = (script: string, name: string) => new RegExp(`^${name}\\(\\) \\{(?:.*\\}( #.*)?$|[^]*?^\\})`, 'm').exec(script)![0]

test.each(['deploy/install.sh', 'deploy/rounds-upgrade'])('%s reads a settings file by the same rules', (path) => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-setting-'))
  const script = readFileSync(path, 'utf8')
  const file = join(folder, 'rounds.env')
  const run = (line: string) =>
    spawnSync('sh', ['-eu', '-c', `SETTINGS=$1\n${functionIn(script, 'settings_file')}\n${functionIn(script, 'setting')}\n${line}`, 'sh', file], {
      encoding: 'utf8',
    })
  try {
    expect(run('setting NAME')).toMatchObject({ status: 0, stdout: '' })
    const others = AWKWARD.map(([written], at) => `OTHER_${at} = ${written}\n`).join('')
    for (const [written, meant] of AWKWARD) {
      writeFileSync(file, `# NAME=commented \\\nNAME=not\nexport NAME=x\nNAME=first\n${others}  NAME = ${written}\nNAMES=x\nA=NAME=z`)
      expect(run('setting NAME'), written).toMatchObject({ status: 0, stderr: '', stdout: meant })
      const left = run('settings_file without NAME').stdout
      const { NAME: _, ...rest } = parseSettingsFile(readFileSync(file, 'utf8'))
      expect(parseSettingsFile(left)).toEqual(rest)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('deploy/install.sh accepts email addresses in capitals, and any letters and symbols in employer names, which systemd reads as typed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-answers-'))
  const script = readFileSync('deploy/install.sh', 'utf8')
  const functions = ['settings_file', 'setting', 'set_setting', 'is_name', 'is_email'].map((name) => functionIn(script, name))
  const file = join(folder, 'rounds.env')
  const run = (line: string, given: string) =>
    spawnSync('sh', ['-eu', '-c', `say() { echo "$*"; }\nSETTINGS=$1\n${functions.join('\n')}\n${line}`, 'sh', file, given], { encoding: 'utf8' })
  const answer = (name: string) => run('is_name "$2"; set_setting COMPANY_NAME "$2"', name)
  try {
    for (const name of ['St. Mary’s #1 Clínica “Zürich” 病院', 'a "quoted" $5 & `x` \\ 100%', "'O'Hare'", '"x"', 'ends with \\']) {
      expect(answer(name), name).toMatchObject({ status: 0, stdout: `  set COMPANY_NAME in ${file}\n`, stderr: '' })
      expect(parseSettingsFile(readFileSync(file, 'utf8'))).toEqual({ COMPANY_NAME: name })
      // Entering the same answer again changes nothing.
      expect(answer(name).stdout, name).toBe('')
    }
    for (const last of ['PORT=3000', '# Ours \\', '# Ours \\\n']) {
      writeFileSync(file, `HOST=127.0.0.1\n${last}`)
      expect(answer('Clinic').status, last).toBe(0)
      expect(parseSettingsFile(readFileSync(file, 'utf8')), last).toMatchObject({ HOST: '127.0.0.1', COMPANY_NAME: 'Clinic' })
      expect(answer('Clinic').stdout, last).toBe('')
    }
    expect([run('is_email "$2"', 'Jane@Example.com').status, run('is_email "$2"', 'jane@example').status]).toEqual([0, 1])
    for (const name of ['two\nlines', 'a\u001b[2J']) expect(answer(name), name).toMatchObject({ status: 1, stdout: expect.stringContaining('printable') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("the command's defaults match the unit's", () => {
  const unit = readFileSync('deploy/rounds.service', 'utf8')
  expect(unit).toContain(`Environment=NODE_ENV=${UNIT_SETTINGS.NODE_ENV} DATA_DIR=${UNIT_SETTINGS.DATA_DIR}\n`)
})

test('deploy/install.sh recognizes the Caddyfile it wrote, in this version or an earlier one, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-caddyfile-'))
  const isOurs = functionIn(readFileSync('deploy/install.sh', 'utf8'), 'is_ours')
  const file = join(folder, 'Caddyfile')
  const statusWith = (text: string) => {
    writeFileSync(file, text)
    return spawnSync('sh', ['-eu', '-c', `CADDYFILE=$1\n${isOurs}\nis_ours`, 'sh', file]).status
  }
  try {
    expect(statusWith(readFileSync('deploy/Caddyfile', 'utf8'))).toBe(0)
    expect(statusWith('# In front of Rounds: certificates that renew on their own\n{\n}\n')).toBe(0)
    expect(statusWith('# Intranet\n# In front of Rounds\nintra.example.com {\n}\n')).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('run again, deploy/install.sh replaces only a DATABASE_URL that rounds-owner printed', () => {
  const decision = functionIn(readFileSync('deploy/install.sh', 'utf8'), 'is_own_database')
  const isOwn = (url: string) => spawnSync('sh', ['-eu', '-c', `${decision}\nis_own_database "$1"`, 'sh', url]).status === 0
  const app = 'postgres://rounds_app:5d41402a@127.0.0.1'
  for (const own of ['', `${app}:5432/rounds`]) expect(isOwn(own), own).toBe(true)
  const others = [
    `${app}:5000/rounds?target_session_attrs=read-write`,
    `${app}:6432/rounds?target_session_attrs=read-write`,
    `${app}:5000/rounds`,
    `${app}:6432/rounds`,
    `${app}:5432/careers`,
    `${app}:5432/rounds?sslmode=require`,
    'postgres://rounds_app:5d41402a@database.example.com:5432/rounds',
  ]
  for (const other of others) expect(isOwn(other), other).toBe(false)

  // rounds-upgrade decides alike, and backs up and migrates any other database through its own URL.
  const upgrade = readFileSync('deploy/rounds-upgrade', 'utf8')
  expect(functionIn(upgrade, 'is_own_database')).toBe(decision)
  const said = (url: string) => {
    const around = 'fail() { echo "$*"; exit 1; }\nsetting() { [ "$1" = DATA_DIR ] || echo "$url"; }\nquery() { echo 0; }\nkind= url=$1'
    const { stdout } = spawnSync(
      'sh',
      ['-eu', '-c', `${around}\n${decision}\n${functionIn(upgrade, 'check_database')}\ncheck_database; echo "$kind"`, 'sh', url],
      {
        encoding: 'utf8',
      },
    )
    return stdout
  }
  expect(said(`${app}:5432/rounds`)).toContain("Rounds wasn't changed.")
  for (const other of others) expect(said(other), other).toBe('elsewhere\n')
})
