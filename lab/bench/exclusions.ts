import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.ts'
import { ADMIN, type Stage } from './stage.ts'
import { tableOfLimits, type Table } from './table.ts'

const ROUNDS = 3
const ROWS = 80_000
const MAX_MS = 60_000

const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`

/** Benchmarks `exclusions load` with a file as large as the real one, including the command's startup, as operators would run it. */
export async function benchExclusions(stage: Stage): Promise<Table> {
  const file = join(await stage.folder(), 'UPDATED.csv')
  await writeFile(file, list())
  const server = await stage.filled(1_000)
  const folder = await stage.folder()
  const embedded = await stage.product(null, { folder, seed: 'reference' })
  const load = Math.round(loadavg()[0]!)
  try {
    const onServer = await medianOf({ DATABASE_URL: server.url, DATA_DIR: await stage.folder() }, file)
    const onEmbedded = await medianOf({ DATA_DIR: folder, PORT: new URL(embedded.url).port }, file)
    const limits = [
      { what: 'on a PostgreSQL server', is: onServer, most: MAX_MS, show: seconds },
      { what: 'on the embedded database, while the product runs', is: onEmbedded, most: MAX_MS, show: seconds },
    ]
    const busy = `The load of the machine was ${load} when it started.`
    return tableOfLimits('`exclusions load` with 80,000 rows, wall time', limits, [`Medians of ${ROUNDS}, each replacing the list before. ${busy}`])
  } finally {
    await embedded.stop()
  }
}

async function medianOf(env: Record<string, string>, file: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const command = spawn(process.execPath, ['src/server/cli.ts', 'exclusions', 'load', file], {
      env: { ...process.env, ADMIN_EMAILS: ADMIN, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = (await once(command, 'exit')) as [number]
    if (code !== 0) throw new Error('The list was not loaded.')
    times.push(performance.now() - started)
  }
  return median(times)
}

/** Returns a list of people. One in seven has an NPI, as in the real list. */
function list(): string {
  const header = 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const name = (length: number, from: number) => Array.from({ length }, (_, at) => String.fromCharCode(65 + ((from + at * 7) % 26))).join('')
    const npi = n % 7 === 0 ? `1${String(n).padStart(9, '0')}` : '0000000000'
    return `"${name(7, n)}","${name(6, n >> 4)}","","","IND- LIC HC SERV PRO","NURSE/NURSES AIDE","","${npi}","19700101","${n} MAIN STREET, APT 2","SPRINGFIELD","TX","77001","1128a1",20150${1 + (n % 9)}20,00000000,00000000,`
  })
  return [header, ...rows, ''].join('\r\n')
}
