import './db/quick-drizzle.ts'

await import('./operate/commands/cli.ts')
