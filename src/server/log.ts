import pino, { type Logger } from 'pino'
import type { Env } from './env.ts'

const MAX_BACKLOG = 4 * 1024 * 1024

/** Writes JSON lines to stdout, or readable ones to a terminal. Personal data is never logged; `redact` is a second safeguard. */
export function openLog(env: Pick<Env, 'LOG_LEVEL'>): Logger {
  const options = {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      '*.authorization',
      '*.cookie',
      '*.email',
      '*.to_address',
      '*.first_name',
      '*.last_name',
      '*.code',
      '*.token',
      'req.headers',
      'busboyOptions.headers',
      'err.parameters',
      'err.query',
    ],
  }
  if (!process.stdout.isTTY) return pino(options, nonBlocking())
  return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } })
}

/** If whatever reads the log stops or its disk is full, lines are dropped and requests continue. */
function nonBlocking() {
  const lines = pino.destination({ dest: 1, sync: false, maxLength: MAX_BACKLOG })
  lines.on('error', () => {})
  // The logger's own exit hook waits until everything is written, which might never happen; `flushed` runs first.
  process.prependListener('exit', () => void (lines.flushSync = () => {}))
  return lines
}

/** Resolves once everything is written, or after a moment if nothing is reading the log. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500)
    log.flush(() => resolve())
  })
}
