import { config } from 'zod/v4'

// Zod's compiled schemas need `eval`, which the pages' policy blocks; even trying it makes the browser report a violation. The browser builds import
// this module as `zod`, so it runs before any schema is created, in whatever order the chunks load.
config({ jitless: true })

export * from 'zod/v4'
