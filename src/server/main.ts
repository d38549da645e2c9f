import './db/quick-drizzle.ts'

await import('./serve.ts')
