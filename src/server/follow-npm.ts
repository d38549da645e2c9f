const LOOK_MS = 250

/**
 * Under `npm start`, where `scripts/start.mjs` replaced itself with this process: stops when npm is gone, because an npm that's killed passes
 * no signal on, and the product would keep its port and data folder. The same goes for a closed terminal.
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
