import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `deploy/rounds.service` sets, which the unit's environment file may override. */
export const UNIT_SETTINGS = { NODE_ENV: 'production', DATA_DIR: '/var/lib/rounds' }

const NODES_OWN = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']

/**
 * Adds settings from files to the process's environment, which takes precedence: first the unit's file, if the `rounds` command passes it
 * (`ROUNDS_ENV`), then `.env` in the app's folder. If a file can't be read, throws a one-sentence error.
 */
export function loadSettingsFiles(): void {
  const unit = process.env['ROUNDS_ENV']
  if (unit) {
    const settings = readSettings(unit)
    const isNews = NODES_OWN.some((name) => settings[name] && !process.env[name])
    setUnset(settings)
    setUnset(UNIT_SETTINGS)
    if (isNews) restart()
  }
  // Commands can run in any folder, where `.env` may belong to another program.
  setUnset(readSettings(join(process.env['ROUNDS_HOME'] ?? '', '.env')))
}

function readSettings(path: string): Record<string, string> {
  try {
    return parseSettingsFile(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return {}
    throw new Error(`The settings in ${path} cannot be read (${code}): give this user the right to read it, or run this with sudo.`, { cause: error })
  }
}

function setUnset(settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
}

/** Restarts the process with these variables in its environment, as the unit would: Node reads them only at startup. */
function restart(): void {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env)
}

/** The parser's state, named after what comes next. It reads a settings file one character at a time, like systemd's `parse_env_file`. */
type State =
  | 'before name'
  | 'name'
  | 'before value'
  | 'value'
  | 'escaped'
  | 'single quotes'
  | 'double quotes'
  | 'escaped in quotes'
  | 'comment'
  | 'escaped in comment'
/** The first `kept` characters of a value are kept; blanks after them are removed at the end of the line. */
type Reading = { state: State; name: string; value: string; kept: number; found: Record<string, string> }

const isBlank = (c: string) => ' \t\n\r'.includes(c)
const isLineEnd = (c: string) => c === '\n' || c === '\r'
/** The characters that a backslash escapes in double quotes. */
const NEEDS_ESCAPE = '"\\`$'

/**
 * Parses a settings file by the rules of systemd's `EnvironmentFile=`: nothing is expanded, `#` and `;` start a comment only at the beginning of a
 * line, a backslash at the end of a line continues it, and quotes count only at the beginning of a value. If a name is repeated, the last one counts.
 */
export function parseSettingsFile(text: string): Record<string, string> {
  const reading: Reading = { state: 'before name', name: '', value: '', kept: 0, found: {} }
  for (const c of text) reading.state = STEPS[reading.state](reading, c)
  if (!['before name', 'name', 'comment', 'escaped in comment'].includes(reading.state)) finish(reading, reading.state === 'value')
  return reading.found
}

const STEPS: Record<State, (reading: Reading, c: string) => State> = {
  'before name'(reading, c) {
    if (c === '#' || c === ';') return 'comment'
    if (isBlank(c)) return 'before name'
    reading.name = c
    return 'name'
  },
  name(reading, c) {
    if (isLineEnd(c)) return 'before name'
    if (c === '=') {
      Object.assign(reading, { value: '', kept: 0 })
      return 'before value'
    }
    reading.name += c
    return 'name'
  },
  'before value'(reading, c) {
    if (isLineEnd(c)) return finish(reading, false)
    if (c === "'") return 'single quotes'
    if (c === '"') return 'double quotes'
    if (c === '\\') return 'escaped'
    if (isBlank(c)) return 'before value'
    reading.value += c
    return 'value'
  },
  value(reading, c) {
    if (isLineEnd(c)) return finish(reading, true)
    if (c === '\\') return 'escaped'
    reading.value += c
    return 'value'
  },
  escaped(reading, c) {
    if (!isLineEnd(c)) reading.value += c
    reading.kept = reading.value.length
    return 'value'
  },
  'single quotes'(reading, c) {
    if (c === "'") return 'before value'
    reading.value += c
    return 'single quotes'
  },
  'double quotes'(reading, c) {
    if (c === '"') return 'before value'
    if (c === '\\') return 'escaped in quotes'
    reading.value += c
    return 'double quotes'
  },
  'escaped in quotes'(reading, c) {
    if (NEEDS_ESCAPE.includes(c)) reading.value += c
    else if (c !== '\n') reading.value += `\\${c}`
    return 'double quotes'
  },
  // As in Debian 12: a backslash at the end of a comment continues it. systemd 254 and later end it there.
  comment: (_, c) => (c === '\\' ? 'escaped in comment' : isLineEnd(c) ? 'before name' : 'comment'),
  'escaped in comment': () => 'comment',
}

function finish(reading: Reading, isTrimmed: boolean): State {
  const { value, kept, found } = reading
  const name = reading.name.trimEnd()
  if (/^[a-z_]\w*$/i.test(name)) found[name] = isTrimmed ? value.slice(0, kept) + value.slice(kept).replace(/[ \t]+$/, '') : value
  return 'before name'
}
