import pino, { type Logger } from 'pino'
import type { Env } from './env.ts'

const LONGEST_BACKLOG = 4 * 1024 * 1024

/** JSON lines on stdout, readable ones on a terminal. Personal values are never handed to it; `redact` is the second lock. */
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
  if (!process.stdout.isTTY) return pino(options, unhurried())
  return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } })
}

/** Who reads the log may stop reading, or its disk may be full: requests go on, and what does not fit is dropped. */
function unhurried() {
  const lines = pino.destination({ dest: 1, sync: false, maxLength: LONGEST_BACKLOG })
  lines.on('error', () => {})
  // Its own farewell waits until everything is written, which may be never: `flushed` comes before it.
  process.prependListener('exit', () => void (lines.flushSync = () => {}))
  return lines
}

/** What was logged is written, or nobody takes it within a moment. */
export function flushed(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500)
    log.flush(() => resolve())
  })
}
