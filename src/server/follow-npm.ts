const LOOK_MS = 250

/**
 * Under `npm start`, where `scripts/start.mjs` replaced itself with this process, stops the app once npm is gone: a killed npm doesn't pass on a
 * signal, and the app would keep its port and data folder. The same applies if the terminal is closed.
 */
export function followNpm(): void {
  if (!process.env['ROUNDS_FOLLOWS_NPM']) return
  const npm = process.ppid
  const stop = () => process.kill(process.pid, 'SIGTERM')
  const look = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(look)
    stop()
  }, LOOK_MS).unref()
  process.on('SIGHUP', stop)
}
