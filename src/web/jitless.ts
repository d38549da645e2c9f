import { config } from 'zod/v4'

// The schemas' compiled form needs `eval`, which the pages' policy blocks: even trying it, the browser would report a violation. The browser
// builds import this module as `zod`, so it runs before any schema is made, in whatever order the chunks come.
config({ jitless: true })

export * from 'zod/v4'
