import { newest } from './merge.ts'
import type { World } from './send.ts'

const LOAD_FAILED = 'Error fetching feedback questions or header'

/** Reads the form from the server and applies this browser's draft to it. */
export async function load({ store, draft, calls }: World): Promise<void> {
  const wasReady = store.read().phase === 'ready'
  if (!wasReady) store.set({ phase: 'loading' })
  try {
    const questions = await calls.readQuestions()
    const header = await calls.readHeader()
    const stored = await calls.readStored(header)
    // Another window may have saved an answer while this one was loading.
    store.setStored(newest(stored, store.stored()))
    store.set({ phase: 'ready', questions, header, ...store.mergeDraft(draft.read()) })
  } catch (failure) {
    if (wasReady) throw failure
    store.set({ phase: 'failed', why: LOAD_FAILED })
  }
}
