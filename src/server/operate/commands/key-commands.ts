import { recordAudit } from '#server/audit/record-audit.ts'
import { lockSecretKeys } from '#server/db/secret-key-store.ts'
import { fingerprintOf, isComplete, whyKeyIsMissing } from '#server/http/key-ring.ts'
import { randomToken } from '#server/http/keys.ts'
import { loadKeys, readRing, replaceKey } from '#server/http/load-keys.ts'
import type { Command, Given, Operator } from './operator.ts'

export const KEY_COMMANDS: Command[] = [
  {
    usage: 'key rotate [--lost]',
    about:
      'Makes a new secret key. Running processes use it within a minute; the one before stays to verify and open what it signed. Where SECRET_KEY is set, prints its new value.',
    options: {
      lost: { type: 'boolean', about: 'the key of this database is lost: SECRET_KEY, or a new key, takes its place, and what it signed is no longer accepted' },
    },
    whileRunning: true,
    run: rotate,
  },
]

async function rotate(operator: Operator, { flags }: Given): Promise<boolean> {
  const { SECRET_KEY } = operator.env
  const isLost = flags['lost'] === true
  // A first SECRET_KEY takes over before it's replaced.
  if (!isLost) await loadKeys(operator.db, SECRET_KEY)
  const secret = isLost && SECRET_KEY ? SECRET_KEY : randomToken()
  await operator.db.transaction(async (tx) => {
    await lockSecretKeys(tx)
    const ring = await readRing(tx, SECRET_KEY)
    if (isLost && isComplete(ring)) throw new Error("The key isn't lost: this database opens with it. Nothing was changed; run key rotate without --lost.")
    if (!isLost && !isComplete(ring)) throw new Error(whyKeyIsMissing(ring, SECRET_KEY, 'This database'))
    await replaceKey(tx, ring, { secret, inSettings: SECRET_KEY !== undefined })
    const facts = { key: fingerprintOf(secret), before: ring.current?.fingerprint ?? null, ...(isLost && { is_lost: true }) }
    await recordAudit(tx, { actor: null, action: 'key.rotated', subject_kind: 'installation', facts })
  })
  sayWhatToDo(operator, { secret, isLost })
  return true
}

function sayWhatToDo({ env, say }: Operator, { secret, isLost }: { secret: string; isLost: boolean }): void {
  if (isLost) return say('The lost key was replaced. What it signed is no longer accepted: people sign in again, and earlier erasures can’t be verified.')
  say('The secret key was rotated. Running processes use the new one within a minute; people stay signed in, and links work.')
  if (!env.SECRET_KEY) return say('It is kept in the database: there is nothing to change in the settings.')
  say('Put the new value into the settings of every process (/etc/rounds.env), then restart them one after the other (rounds roll):')
  say(`SECRET_KEY=${secret}`)
}
