import type { Env } from '#server/env.ts'
import { ineffectiveSettings, settingOf } from './rules.ts'
import { SETTING_NAMES } from './table.ts'

/** Returns one line that shows what this process uses: hosts and counts, but no user, password or key. */
export function summaryOf(env: Env): string {
  const values = env as Record<string, unknown>
  const valueOf = (name: string) => (values[name] === undefined ? undefined : String(values[name]))
  const idle = new Set(ineffectiveSettings(valueOf).map((line) => line.split(' ')[0]))
  const lines = SETTING_NAMES.flatMap((name) => {
    const { inUse, notInUse } = settingOf(name)
    const line = idle.has(name) ? null : inUse?.(values[name])
    if (line) return [line]
    if (name === 'SMTP_URL' && env.isProduction) return ['emails waiting for a mail server']
    return notInUse && !(idle.has(name) || isTurnedOff(name, env)) ? [notInUse.replace('$DATA_DIR', env.DATA_DIR)] : []
  })
  return `${env.NODE_ENV} at ${env.BASE_URL}: ${[...lines, ...(env.isDemo ? ['demo data'] : [])].join(', ')}`
}

/** The built-in evidence finder is off too. */
const isTurnedOff = (name: string, env: Env) => name === 'LLM_BASE_URL' && env.RATIONALE === 'off'
