import { writeFileSync } from 'node:fs'
import type { TestApp } from '#test/setup/app.ts'
import { statementsOf, type Statement } from '#test/setup/statements.ts'
import { count } from '../measure.ts'

const PLANS = new URL('./plans.md', import.meta.url)
const READ_STATEMENT = /^\s*(select|with)\b/i
/** Every call starts with this statement, which reads one row by its token. */
const SESSION_LOOKUP = /from "auth_session"/

/** Faster statements are left out. */
const SLOW_MS = 50

type PlannedCall = { what: string; ask: () => Promise<unknown> }

/** Writes the query plan of each slow statement in these calls to plans.md, and only one of those that begin alike. */
export async function writePlans(app: TestApp, applications: number, calls: PlannedCall[]): Promise<void> {
  const { pool } = app.services.database
  const parts: string[] = []
  const seen = new Set<string>()
  for (const { what, ask } of calls) {
    await ask()
    const statements = (await statementsOf(pool, ask)).filter(({ text }) => READ_STATEMENT.test(text) && !SESSION_LOOKUP.test(text))
    parts.push(`## ${what}\n`)
    for (const one of statements) {
      const plan = await explainCall(pool, one)
      const [beginning = ''] = plan.split('\n', 1)
      if (seen.has(beginning) || Number(/^Execution Time: ([\d.]+) ms$/m.exec(plan)?.[1]) < SLOW_MS) continue
      seen.add(beginning)
      parts.push(plan)
    }
  }
  writeFileSync(PLANS, `# Plans of the slow statements in calls that missed a goal, at ${count(applications)} applications\n\n${parts.join('\n')}`)
}

async function explainCall(pool: { query: (text: string, values: unknown[]) => Promise<{ rows: object[] }> }, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, buffers, timing off, costs off) ${text}`, values)
  const words = text.replace(/\s+/g, ' ').trim()
  return `\`${words.length > 160 ? `${words.slice(0, 160)} …` : words}\`\n\n\`\`\`\n${rows.flatMap(Object.values).join('\n')}\n\`\`\`\n`
}
