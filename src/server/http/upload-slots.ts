import { HttpError } from './http-error.ts'
import { clientKey } from './limits.ts'

const MB = 1024 * 1024
/** How much can be arriving at once, from everyone and from one client. Uploads go straight to disk, so this limits disk space, not memory. */
const MAX_BYTES = 512 * MB
const MAX_BYTES_PER_CLIENT = 64 * MB
/** How long an upload waits for an earlier one for the same application. Its body isn't read while it waits. */
const MAX_WAIT_MS = 30_000
/** Whole files in memory at once while they're checked and stored. */
const MAX_IN_MEMORY = 3

export type Claim = { keys: string[]; ip: string; bytes: number; hasLeft: () => boolean }

/** Decides which uploads a process accepts at once: one per key, and only as many bytes as fit. */
export type UploadSlots = {
  /**
   * Returns a function that releases the claim, or null if the keys were in use and have just been released, so the caller has to check again whether
   * it may upload. Throws 429 if a previous upload takes too long or the client has too many, 503 if the process has too many.
   */
  claim: (claim: Claim) => Promise<(() => void) | null>
  /** Runs the work once there's room for another whole file in memory. */
  inMemory: <T>(work: () => Promise<T>) => Promise<T>
}

declare module 'fastify' {
  interface FastifyInstance {
    uploadSlots: UploadSlots
  }
}

export function openUploadSlots(): UploadSlots {
  const busy = new Set<string>()
  const bytesOf = new Map<string, number>()
  const freed = openNotifier()
  let total = 0

  function add(client: string, bytes: number): void {
    total += bytes
    const left = (bytesOf.get(client) ?? 0) + bytes
    if (left > 0) bytesOf.set(client, left)
    else bytesOf.delete(client)
  }

  return {
    async claim({ keys, ip, bytes, hasLeft }) {
      const client = clientKey(ip)
      if (keys.some((key) => busy.has(key))) {
        const until = performance.now() + MAX_WAIT_MS
        while (keys.some((key) => busy.has(key))) {
          if (hasLeft()) throw new HttpError(400, "We couldn't read the upload. Try again.")
          if (performance.now() > until) throw tooMany('An earlier upload for this application is still in progress. Wait a moment and try again.')
          await freed.rings(1_000)
        }
        return null
      }
      if ((bytesOf.get(client) ?? 0) + bytes > MAX_BYTES_PER_CLIENT)
        throw tooMany('Too many uploads are in progress from your network. Wait a moment and try again.')
      if (total + bytes > MAX_BYTES) throw new HttpError(503, "We're very busy right now. Try again in a moment.", { retryAfterSeconds: 10 })
      for (const key of keys) busy.add(key)
      add(client, bytes)
      return () => {
        for (const key of keys) busy.delete(key)
        add(client, -bytes)
        freed.ring()
      }
    },
    inMemory: openCapacity(),
  }
}

function openCapacity(): UploadSlots['inMemory'] {
  const room = openNotifier()
  const whole = new Set<symbol>()
  return async (work) => {
    while (whole.size >= MAX_IN_MEMORY) await room.rings(1_000)
    const one = Symbol('file')
    whole.add(one)
    try {
      return await work()
    } finally {
      whole.delete(one)
      room.ring()
    }
  }
}

const tooMany = (message: string) => new HttpError(429, message, { retryAfterSeconds: 10 })

/** Wakes all waiters when it rings; each also has a time limit. */
function openNotifier() {
  let waiting: (() => void)[] = []
  return {
    ring() {
      for (const wake of waiting.splice(0)) wake()
    },
    rings: (longestMs: number) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting = waiting.filter((one) => one !== wake)
          resolve()
        }
        const timer = setTimeout(wake, longestMs)
        waiting.push(wake)
      }),
  }
}
