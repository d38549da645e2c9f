import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { benchApplicants } from './applicants.ts'
import { benchPages } from './pages.ts'
import { runRationaleBench } from './rationale/run.ts'
import { benchStart } from './start.ts'
import { asMarkdown, type Table } from './table.ts'

const RESULTS = new URL('./results.md', import.meta.url)
const BENCHES: Record<string, () => Promise<Table>> = { pages: benchPages, applicants: benchApplicants, start: benchStart, rationale: runRationaleBench }

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no benchmark named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

const tables: string[] = []
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`Measuring ${name} …`)
  const table = asMarkdown(await bench())
  console.log(table)
  tables.push(table)
}

// A part of the benchmarks replaces only its own tables.
if (chosen.length === 0) writeFileSync(RESULTS, [heading(), ...tables].join('\n'))
else console.log(`bench/results.md keeps its last whole run (${firstLine()}).`)

function heading(): string {
  const [cpu] = cpus()
  return `# Last run of \`npm run bench\`\n\n${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}. Ratios, since machines differ.\n`
}

function firstLine(): string {
  try {
    return readFileSync(RESULTS, 'utf8').split('\n')[2] ?? ''
  } catch {
    return 'there is none yet'
  }
}
