import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Week } from '../week.ts'

/** Returns any personal data of erased people that's still in a file or a database dump. */
export async function tracesOfErased({ site, entries }: Week): Promise<string[]> {
  const erased = [...entries.values()].filter(({ isErased }) => isErased)
  if (erased.length === 0) return []
  // All of a person's canaries start with the same eight letters, whatever their field.
  const prefixes = [
    ...new Set(erased.flatMap(({ person, mailbox, text }) => [...[...person.knows].map((word) => word.slice(0, 8)), mailbox, wordOf(text.owner)])),
  ]
  const pattern = new RegExp(prefixes.map((one) => one.replace(/[.+]/g, '\\$&')).join('|'), 'i')
  const files = readdirSync(site.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const found = files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name)
    const text = readFileSync(path, 'latin1')
    const at = pattern.exec(text)
    return at
      ? [`An erased person is in ${path.slice(site.folder.length + 1)}: …${text.slice(Math.max(0, at.index - 60), at.index + 60).replace(/[^ -~]/g, '.')}…`]
      : []
  })
  return [...found, ...tracesInDump(site.settings['DATABASE_URL'], pattern)]
}

function wordOf(owner: number): string {
  const letters = [3, 2, 1, 0].map((place) => String.fromCodePoint(97 + (Math.floor(owner / 26 ** place) % 26)))
  return `zqjx${letters.join('')}`
}

function tracesInDump(databaseUrl: string | undefined, pattern: RegExp): string[] {
  if (!databaseUrl) return []
  const { stdout, status, stderr } = spawnSync('pg_dump', [databaseUrl], { encoding: 'utf8', maxBuffer: 1024 ** 3 })
  if (status !== 0) return [`pg_dump failed: ${stderr}`]
  let table = ''
  return stdout.split('\n').flatMap((line) => {
    table = /^COPY public\.(\S+)/.exec(line)?.[1] ?? table
    return pattern.test(line) ? [`An erased person is in the table ${table}: ${line.slice(0, 300)}`] : []
  })
}
