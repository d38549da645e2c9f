import { recordAudit } from '#server/audit/record-audit.ts'
import { lockSecretKeys } from '#server/db/secret-key-store.ts'
import { fingerprintOf, isComplete } from '#server/http/key-ring.ts'
import { randomToken } from '#server/http/keys.ts'
import { loadKeys, readRing, replaceKey, replaceLostKeyWith } from '#server/http/load-keys.ts'
import { rotateSigningKey } from '#server/packet/signing-key.ts'
import type { Command, Arguments, Operator } from '#server/operate/commands/operator.ts'

export const KEY_COMMANDS: Command[] = [
  {
    usage: 'key rotate [--secret] [--signing] [--lost]',
    about:
      'Makes a new secret key and a new key that signs packets. Running processes use them within a minute; those before stay to verify and open. Where SECRET_KEY is set, prints its new value.',
    options: {
      secret: { type: 'boolean', about: 'only the secret key' },
      signing: { type: 'boolean', about: 'only the key that signs packets' },
      lost: { type: 'boolean', about: 'the key of this database is lost: SECRET_KEY, or a new key, takes its place, and what it signed is no longer accepted' },
    },
    whileRunning: true,
    run: rotate,
  },
]

async function rotate(operator: Operator, { flags }: Arguments): Promise<boolean> {
  const { db, env, say } = operator
  const isBoth = flags['secret'] !== true && flags['signing'] !== true
  if (flags['lost']) await replaceLost(operator)
  else if (isBoth || flags['secret']) await rotateSecret(operator)
  if (isBoth || flags['signing'] || flags['lost']) {
    const { fingerprint } = await rotateSigningKey(db, await loadKeys(db, env.SECRET_KEY))
    say(`Packets are signed with a new key from now on (${fingerprint.slice(0, 16)}…); those signed before stay valid.`)
  }
  return true
}

async function rotateSecret({ db, env, say }: Operator): Promise<void> {
  const { SECRET_KEY } = env
  // A first SECRET_KEY takes over before it's replaced.
  await loadKeys(db, SECRET_KEY)
  const secret = randomToken()
  await db.transaction(async (tx) => {
    await lockSecretKeys(tx)
    const ring = await readRing(tx, SECRET_KEY)
    await replaceKey(tx, ring, { secret, inSettings: SECRET_KEY !== undefined })
    const facts = { key: fingerprintOf(secret), before: ring.current!.fingerprint }
    await recordAudit(tx, { actor: null, action: 'key.rotated', subject_kind: 'installation', facts })
  })
  say('The secret key was rotated. Running processes use the new one within a minute; people stay signed in, and links work.')
  if (!SECRET_KEY) return say("It's kept in the database, so you don't need to change any settings.")
  say('Put the new value into the settings of every process (/etc/rounds.env), then restart them one after the other (rounds roll):')
  say(`SECRET_KEY=${secret}`)
  say('Keep the old value somewhere safe: on a new machine, archives made before now need it. Back up again once the new value is set.')
}

async function replaceLost({ db, env, say }: Operator): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSecretKeys(tx)
    const ring = await readRing(tx, env.SECRET_KEY)
    if (!ring.current || isComplete(ring))
      throw new Error("The key isn't lost: this database opens with it. Nothing was changed; run key rotate without --lost.")
    await replaceLostKeyWith(tx, ring, env.SECRET_KEY)
    const facts = { before: ring.current.fingerprint, is_lost: true }
    await recordAudit(tx, { actor: null, action: 'key.rotated', subject_kind: 'installation', facts })
  })
  say("The lost key was replaced. Anything it signed is no longer valid: earlier erasures can't be verified, and links in emails already sent no longer work.")
}
