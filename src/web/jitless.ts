import { config } from 'zod'

// The schemas' compiled form needs `eval`, which the pages' policy refuses: asked at all, the browser would report a violation.
config({ jitless: true })
