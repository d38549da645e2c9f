import { execFile } from 'node:child_process'
import type { Logger } from 'pino'

/**
 * Reports this process's state to systemd if it was started by a unit with `Type=notify`. Node doesn't support that kind of socket, so this runs a
 * program.
 */
export function notifySupervisor(state: 'READY=1' | 'STOPPING=1', log: Logger): void {
  if (!process.env['NOTIFY_SOCKET']) return
  execFile('systemd-notify', [state], (fault) => {
    if (fault) log.error({ err: fault }, 'systemd was not told the state of this process')
  })
}
