/**
 * The server's Node flags, here, in the image and in the unit. Node's young generation grows with the machine's memory, on a
 * large one beyond what the product needs: at 16 MB it rests at 183 MB instead of 284 and exports in 2.4 s instead of 2.2 (F11).
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']

/** Where Node keeps compiled modules between starts: they load in a third less time and take 15 MB less. */
export const COMPILE_CACHE = 'node_modules/.cache/node'
