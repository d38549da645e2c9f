import { setTimeout as pause } from 'node:timers/promises'
import { ask, submit, tryToOpen } from '#lab/faults/client.ts'

/** A page, the openings, opening an application, and submitting it. */
const REQUESTS_A_VISIT = 4

export type Load = {
  /** The number of requests that ended with each status or error name. */
  answers: Record<string, number>
  /** The addresses of acknowledged applications. */
  acknowledged: string[]
  slowest: number
}

type Note = <T extends { status: number }>(what: string, request: () => Promise<T>) => Promise<T | null>

/** Sends `perSecond` requests a second until `stop`, regardless of earlier responses. */
export function startLoad(url: string, { role, perSecond = 30, name }: { role: number; perSecond?: number; name: string }) {
  const load: Load = { answers: {}, acknowledged: [], slowest: 0 }
  const over = new AbortController()
  const inProgress = new Set<Promise<void>>()
  const note = noteIn(load)
  const apply = async (email: string) => {
    if (await visit({ url, role, email }, note)) load.acknowledged.push(email)
  }
  const running = (async () => {
    const began = performance.now()
    for (let at = 0; !over.signal.aborted; at++) {
      const one = apply(`${name}-${at}@example.com`).finally(() => inProgress.delete(one))
      inProgress.add(one)
      await pause(Math.max(0, began + ((at + 1) * REQUESTS_A_VISIT * 1000) / perSecond - performance.now()))
    }
    await Promise.all(inProgress)
  })()
  return {
    async stop(): Promise<Load> {
      over.abort()
      await running
      return load
    },
  }
}

function noteIn(load: Load): Note {
  return async (what, request) => {
    const began = performance.now()
    const reply = await request().catch((fault: Error & { cause?: { code?: string } }) => fault.cause?.code ?? fault.message)
    load.slowest = Math.max(load.slowest, performance.now() - began)
    const answer = typeof reply === 'string' ? `${what}: ${reply}` : String(reply.status)
    load.answers[answer] = (load.answers[answer] ?? 0) + 1
    return typeof reply === 'string' ? null : reply
  }
}

/** Returns true if the application was acknowledged. */
async function visit({ url, role, email }: { url: string; role: number; email: string }, note: Note): Promise<boolean> {
  await note('page', () => ask(`${url}/roles/${role}`))
  await note('openings', () => ask(`${url}/api/open-roles`))
  const opened = await note('open', async () => {
    const { status, application } = await tryToOpen(url, role, { email })
    if (!application) throw new Error(String(status))
    return { status, application }
  })
  const sent = opened && (await note('submit', () => submit(url, opened.application)))
  return sent?.status === 200
}

/** Returns outcomes that aren't responses, or that visitors shouldn't get. */
export function badResponses({ answers }: Load): string[] {
  return Object.entries(answers)
    .filter(([answer]) => !/^2\d\d$/.test(answer))
    .map(([answer, count]) => `${count} × ${answer}`)
}
