import { writeFileSync } from 'node:fs'
import type { TestApp } from '#test/setup/app.ts'
import { statementsOf, type Statement } from '#test/setup/statements.ts'
import { count } from '../measure.ts'

const PLANS = new URL('./plans.md', import.meta.url)
const READS = /^\s*(select|with)\b/i
/** Every call starts with this statement, which reads one row by its token. */
const SIGNS_IN = /from "auth_session"/

type Planned = { what: string; ask: () => Promise<unknown> }

/** Writes the query plan of each statement in these calls to plans.md. */
export async function writePlans(app: TestApp, applications: number, calls: Planned[]): Promise<void> {
  const { pool } = app.services.database
  const parts: string[] = []
  for (const { what, ask } of calls) {
    await ask()
    const statements = (await statementsOf(pool, ask)).filter(({ text }) => READS.test(text) && !SIGNS_IN.test(text))
    parts.push(`## ${what}\n`)
    for (const one of statements) parts.push(await explained(pool, one))
  }
  writeFileSync(PLANS, `# Plans of the calls that slow down as the data grows, at ${count(applications)} applications\n\n${parts.join('\n')}`)
}

async function explained(pool: { query: (text: string, values: unknown[]) => Promise<{ rows: object[] }> }, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, buffers, timing off, costs off) ${text}`, values)
  const words = text.replace(/\s+/g, ' ').trim()
  return `\`${words.length > 160 ? `${words.slice(0, 160)} …` : words}\`\n\n\`\`\`\n${rows.flatMap(Object.values).join('\n')}\n\`\`\`\n`
}
