import { config } from 'zod'

// The schemas' compiled form needs `eval`, which the pages' policy blocks: even trying it, the browser would report a violation.
config({ jitless: true })
