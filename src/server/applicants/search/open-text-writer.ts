import type { Services } from '#server/services.ts'
import { writeTexts } from './write-texts.ts'

const LOOK_EVERY_MS = 3_000
/** A pause between batches, so that people waiting for a page go first. */
const BREATH_MS = 50

/** Checks for changes every 3 seconds and makes them searchable; safe in any number of processes. */
export function openTextWriter(services: Pick<Services, 'db' | 'files' | 'log'>): { start: () => void; stop: () => Promise<void> } {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> = Promise.resolve()
  const work = async () => {
    const count = await writeTexts(services, stopping.signal).catch((fault: Error & { code?: string }) => {
      services.log.error({ code: fault.code, type: fault.name }, 'reading texts for the search failed')
      return 0
    })
    if (!stopping.signal.aborted) timer = setTimeout(look, count > 0 ? BREATH_MS : LOOK_EVERY_MS).unref()
  }
  const look = () => void (working = work())
  return {
    start: () => void (timer ??= setTimeout(look, LOOK_EVERY_MS).unref()),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
