import { endHandover } from '#server/db/secret-key-store.ts'
import type { Services } from '#server/services.ts'
import { isComplete, keysOf, missingKeyReason } from './key-ring.ts'
import { readRing } from './load-keys.ts'

const CHECK_EVERY_MS = 15_000

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log'>

/**
 * Keeps a running process's keys up to date: it picks up a rotation within a minute, without a restart. Calls `onNewKey` once a new key is in use, again after a failure.
 */
export function openKeyWatcher(services: Deps, onNewKey: () => Promise<void>): { start: () => void; stop: () => Promise<void> } {
  const follow = keyWatcher(services, onNewKey)
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const look = () => {
    working = follow().catch((error: Error & { code?: string }) =>
      services.log.warn({ code: error.code, type: error.name }, 'the secret keys could not be read'),
    )
    timer = setTimeout(look, CHECK_EVERY_MS).unref()
  }
  return {
    start: () => void (timer ??= setTimeout(look, CHECK_EVERY_MS).unref()),
    async stop() {
      clearTimeout(timer)
      await working
    },
  }
}

/** Returns a function that checks for new keys once. It updates `services.keys` in place because the whole process shares it. */
export function keyWatcher({ db, env, keys, log }: Deps, onNewKey: () => Promise<void> = async () => {}): () => Promise<void> {
  // Keeps every key this process has read: once a key has moved into other processes' settings, this one can't read it again.
  let known: string[] = []
  let isWarned = false
  let isNew = false
  return async () => {
    const ring = await readRing(db, env.SECRET_KEY, known)
    if (!ring.current || !isComplete(ring)) {
      if (!isWarned && ring.current) log.error(missingKeyReason(ring, env.SECRET_KEY, 'This database'))
      isWarned = true
      return
    }
    known = [...ring.secrets.values()]
    isWarned = false
    const before = keys.fingerprint
    Object.assign(keys, keysOf(ring))
    isNew ||= keys.fingerprint !== before
    // If it fails, the next check tries again.
    if (isNew) await onNewKey()
    isNew = false
    if (env.SECRET_KEY && ring.secrets.get(ring.current.fingerprint) === env.SECRET_KEY) await endHandover(db, ring.current.fingerprint)
  }
}
