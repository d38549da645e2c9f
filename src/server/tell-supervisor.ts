import { execFile } from 'node:child_process'
import type { Logger } from 'pino'

/** Tells systemd how far this process is, where a unit of `Type=notify` has started it. Node has no sockets of that kind, hence the program. */
export function tellSupervisor(state: 'READY=1' | 'STOPPING=1', log: Logger): void {
  if (!process.env['NOTIFY_SOCKET']) return
  execFile('systemd-notify', [state], (fault) => {
    if (fault) log.error({ err: fault }, 'systemd was not told the state of this process')
  })
}
