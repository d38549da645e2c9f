import './quick-imports.ts'

await import('./start.ts')
