import { openLoop, type Job } from '#server/open-loop.ts'
import type { Services } from '#server/services.ts'
import { claimDue, deleteDue } from './due-store.ts'
import { sealPacket, type Deps } from './seal-packet.ts'

/** Seals decisions as they become final, and again when something is added later. Any number of processes can run this. */
export function openSealer(services: Deps & Pick<Services, 'log'>): Job {
  const work = async () => {
    try {
      return await sealNext(services)
    } catch (error) {
      const { name, code } = error as Error & { code?: string }
      services.log.error({ code, type: name }, 'sealing a decision failed; it is tried again')
      return false
    }
  }
  return openLoop({ work, everyMs: 5_000, breathMs: 100 })
}

/**
 * Seals the application that has been pending longest, with names and blind; returns false if there isn't one. A claim expires after a while, later after
 * each failure. The row is deleted only once both packets are stored, and not if something was added by then.
 */
export async function sealNext(services: Deps): Promise<boolean> {
  const due = await claimDue(services.db)
  if (!due) return false
  for (const isBlind of [false, true]) await sealPacket(services, { user_session_id: due.user_session_id, isBlind, actor: null })
  await deleteDue(services.db, due)
  return true
}
