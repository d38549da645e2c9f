import { join } from 'node:path'
import { connect } from '#server/db/connect.ts'
import { isDatabaseUrl } from '#server/db/database-url.ts'
import { localFiles } from '#server/files/local-files.ts'
import { moveFiles, moveToPostgres } from '#server/operate/move/move-to-postgres.ts'
import { markMoved } from '#server/operate/move/moved-mark.ts'
import { parseHosts } from '#server/settings/values.ts'
import type { Command, Arguments, Operator } from '#server/operate/commands/operator.ts'

export const MOVE_COMMANDS: Command[] = [
  {
    usage: 'move-to-postgres URL',
    about:
      "Copies the embedded database into an empty PostgreSQL database, compares the two, and says which setting to change. The embedded database isn't changed. Needs the role that owns the PostgreSQL database.",
    whileRunning: false,
    check: targetOf,
    run: move,
  },
]

async function move({ env, database, files, log, say }: Operator, given: Arguments): Promise<boolean> {
  const databaseUrl = targetOf(given)
  if (!database.embedded) throw new Error('DATABASE_URL is set, so the database is on a server already. Leave it empty for this command. Nothing was copied.')
  const to = await connect({ databaseUrl, dataDir: env.DATA_DIR, connections: 1, log, command: 'the command move-to-postgres' })
  const place = placeOf(databaseUrl)
  try {
    say(`Copying the database in ${env.DATA_DIR} to ${place}`)
    const { tables, rows, wasAlreadyCopied } = await moveToPostgres({ from: database, to, secret: env.SECRET_KEY, say })
    say(
      wasAlreadyCopied
        ? `It was there already and is the same: ${tables} tables, ${rows} rows.`
        : `Copied and compared: ${tables} tables, ${rows} rows; the audit trail is whole.`,
    )
  } finally {
    await to.close()
  }
  if (env.STORAGE_URL) {
    const moved = await moveFiles(localFiles(join(env.DATA_DIR, 'files')), files, say)
    say(`${moved} files are in ${env.STORAGE_URL.split('?')[0]}.`)
  }
  await markMoved(env.DATA_DIR, { to: place, at: new Date().toISOString() })
  say('What is here stays as it is, and a start from here asks first. In the settings, for a role that may read and write these tables:')
  say(`DATABASE_URL=${withoutPassword(databaseUrl)}`)
  return true
}

function targetOf({ operands }: Arguments): string {
  if (!isDatabaseUrl(operands[0]!))
    throw new TypeError('URL must begin with postgres:// and name a host and a database, for example postgres://rounds@127.0.0.1:5432/rounds')
  return operands[0]!
}

const withoutPassword = (url: string) => url.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1:…@')
const placeOf = (url: string) => `${parseHosts(url)}/${/^[^?]*\/([^/?]*)/.exec(url)![1]!}`
