import { openLoop, type Job } from '#server/open-loop.ts'
import type { Services } from '#server/services.ts'
import { writeTexts } from './write-texts.ts'

/** Checks for changes every 3 seconds and indexes them for search; safe in any number of processes. */
export function openTextWriter(services: Pick<Services, 'db' | 'files' | 'log'>): Job {
  const work = async (signal: AbortSignal) => {
    const count = await writeTexts(services, signal).catch((error: Error & { code?: string }) => {
      services.log.error({ code: error.code, type: error.name }, 'reading text for search failed')
      return 0
    })
    return count > 0
  }
  return openLoop({ work, everyMs: 3_000, breathMs: 50 })
}
