import './quick-imports.ts'

await import('./operate/commands/cli.ts')
