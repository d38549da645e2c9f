import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { benchApplying } from './writing/applying.ts'
import { benchClone } from './clone.ts'
import { benchCsv } from './csv.ts'
import { benchDecisions } from './writing/deciding.ts'
import { benchEdits } from './edits.ts'
import { benchEmbedded } from './embedded.ts'
import { benchExclusions } from './exclusions.ts'
import { benchFirstRow } from './browser/first-row.ts'
import { benchGrowth } from './growth/growth.ts'
import { benchJourney } from './journey.ts'
import { benchList } from './lists.ts'
import { benchMemory } from './memory.ts'
import { benchPages } from './pages.ts'
import { benchDirection, benchUnseen } from './rationale/direction.ts'
import { runRationaleBench } from './rationale/run.ts'
import { benchWeb } from './browser/web.ts'
import { openStage, type Stage } from './stage.ts'
import { benchStart } from './start.ts'
import { asMarkdown, type Table } from './table.ts'

const RESULTS = new URL('./results.md', import.meta.url)
const BENCHES: Record<string, (stage: Stage) => Promise<Table>> = {
  clone: benchClone,
  pages: benchPages,
  web: benchWeb,
  'first-row': benchFirstRow,
  journey: benchJourney,
  edits: benchEdits,
  applying: benchApplying,
  deciding: benchDecisions,
  list: benchList,
  growth: benchGrowth,
  csv: benchCsv,
  start: benchStart,
  memory: benchMemory,
  embedded: benchEmbedded,
  exclusions: benchExclusions,
  rationale: runRationaleBench,
  direction: benchDirection,
  unseen: benchUnseen,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no benchmark named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

const stage = openStage()
const tables = new Map<string, string>()
try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`Measuring ${name} …`)
    const table = asMarkdown(await bench(stage))
    console.log(table)
    tables.set(name, table)
    // Written right away, so nothing is lost if a later benchmark fails.
    writeFileSync(RESULTS, whole())
  }
} finally {
  await stage.close()
}

/** Returns the whole file. Each table follows a marker, so running some benchmarks replaces only their tables. */
function whole(): string {
  const before = earlier()
  const parts = Object.keys(BENCHES).flatMap((name) => {
    const table = tables.get(name) ?? before.get(name)
    return table ? [`<!-- ${name} -->\n\n${table.trim()}\n`] : []
  })
  return [heading(), ...parts].join('\n')
}

function earlier(): Map<string, string> {
  try {
    const parts = readFileSync(RESULTS, 'utf8').split(/^<!-- ([\w-]+) -->$/m)
    return new Map(Array.from({ length: (parts.length - 1) / 2 }, (_, place) => [parts[1 + place * 2]!, parts[2 + place * 2]!]))
  } catch {
    return new Map()
  }
}

function heading(): string {
  const [cpu] = cpus()
  return `# Results of \`npm run bench\`

${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}. Machines differ, so
what counts is each ratio to a floor that was measured in the same run. \`npm run bench -- list csv\` measures some and replaces only their tables.
`
}
