import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSettingsFile } from './parse-file.ts'

/** What `deploy/rounds.service` sets, which the unit's environment file may override. */
export const SET_BY_THE_UNIT = { NODE_ENV: 'production', DATA_DIR: '/var/lib/rounds' }

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
    setUnset(SET_BY_THE_UNIT)
    if (isNews) startAgain()
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
function startAgain(): void {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env)
}
