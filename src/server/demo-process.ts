import './quick-imports.ts'

const [folder, origin] = process.argv.slice(2)
const { runDemo } = await import('./run-demo.ts')
await runDemo({ folder: folder!, origin: origin! })
