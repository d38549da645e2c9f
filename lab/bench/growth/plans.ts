import { writeFileSync } from 'node:fs'
import { connect } from '#server/db/connect.ts'
import { startApp } from '#test/setup/app.ts'
import { silent } from '#test/setup/database.ts'
import { statementsOf, type Statement } from '#test/setup/statements.ts'
import { count } from '../measure.ts'
import { ADMIN, type Filled } from '../stage.ts'

const PLANS = new URL('./plans.md', import.meta.url)
const READS = /^\s*(select|with)\b/i
/** Every call starts with this statement, which reads one row by its token. */
const SIGNS_IN = /from "auth_session"/

export type Call = { method: string; path: string; body?: unknown }

/** Writes the query plan of every statement in these calls to plans.md. */
export async function writePlans({ url, token, applications }: Filled, calls: Record<string, Call>): Promise<void> {
  const existing = { kind: 'postgres', databaseUrl: url, open: () => connect({ databaseUrl: url, dataDir: '', log: silent }), drop: async () => {} } as const
  const app = await startApp({ ADMIN_EMAILS: ADMIN }, existing)
  const { pool } = app.services.database
  const parts: string[] = []
  try {
    for (const [what, { method, path, body }] of Object.entries(calls)) {
      const ask = () => app.send(method, path, body, { token })
      await ask()
      const statements = (await statementsOf(pool, ask)).filter(({ text }) => READS.test(text) && !SIGNS_IN.test(text))
      parts.push(`## ${what}\n`, ...(await Promise.all(statements.map((one) => explained(pool, one)))))
    }
  } finally {
    await app.close()
  }
  writeFileSync(PLANS, `# Plans of the reads that growth is measured on, at ${count(applications)} applications\n\n${parts.join('\n')}`)
}

async function explained(pool: { query: (text: string, values: unknown[]) => Promise<{ rows: object[] }> }, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, buffers, timing off, costs off) ${text}`, values)
  const words = text.replace(/\s+/g, ' ').trim()
  return `\`${words.length > 160 ? `${words.slice(0, 160)} …` : words}\`\n\n\`\`\`\n${rows.flatMap(Object.values).join('\n')}\n\`\`\`\n`
}
