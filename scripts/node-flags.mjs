/**
 * What the server is started with, here, in the image and in the unit. Node's young generation grows with the machine's memory, on a
 * large one to more than the product needs: at 16 MB it rests at 183 MB in place of 284 and exports in 2.4 s in place of 2.2 (F11).
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']

/** Where Node keeps compiled modules between starts: a third less time to load, and 15 MB less to hold. */
export const COMPILE_CACHE = 'node_modules/.cache/node'
