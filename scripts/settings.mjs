// Writes .env.example and the README's table of settings from src/server/settings/table.ts. A test compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { exampleFile, readmeTable } from '../src/server/settings/documents.ts'

writeFileSync('.env.example', exampleFile())
const readme = readFileSync('README.md', 'utf8')
writeFileSync(
  'README.md',
  readme.replace(/(<!-- settings: begin -->\n\n)[^]*?(\n\n<!-- settings: end -->)/, (_, before, after) => before + readmeTable() + after),
)
