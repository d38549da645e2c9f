import { useState } from 'react'
import { findMentions } from '#contract/red-flags/red-flags.ts'
import { call } from '#web/call.ts'
import type { Mentioned } from './before-signing.tsx'
import { staleToSign, type Row } from './rows.ts'
import type { Answers, Rows } from './use-rows.ts'

/** Asks the necessary questions before rows are signed, one after the other, then submits. */
export function useSigning({ rows, submit }: Rows) {
  const [answers, setAnswers] = useState<Answers>({})
  const [stale, setStale] = useState<Row[]>([])
  const [mentioned, setMentioned] = useState<Mentioned[]>([])

  /** Resolves false while a question is open, or when something couldn't be saved. */
  async function begin(given: Answers = {}): Promise<boolean> {
    const old = given.stale_accepted ? [] : staleToSign(rows)
    setAnswers(given)
    setStale(old)
    if (old.length > 0) return false
    const found = await mentionedIn(rows)
    setMentioned(found)
    return found.length > 0 ? false : submit(given)
  }

  return {
    stale,
    mentioned,
    begin: () => begin(),
    acceptStale: () => void begin({ stale_accepted: true }),
    meanOtherwise: () => void submit({ ...answers, meant_otherwise: mentioned.map(({ row }) => row.flag.fgl_ref_red_flag_id) }),
    stop: () => (setStale([]), setMentioned([])),
  }
}

/** Rows about to be signed whose text mentions something that the person hasn't confirmed. Failing to check isn't worth an error. */
async function mentionedIn(rows: Row[]): Promise<Mentioned[]> {
  const asked = rows.filter(({ isChanged, fgl_rationale, saved }) => isChanged && fgl_rationale !== '' && !isAnswered(fgl_rationale, saved))
  if (asked.length === 0) return []
  const { mentions } = await call(findMentions, { texts: asked.map(({ fgl_rationale }) => fgl_rationale) }).catch(() => ({ mentions: [] as string[][] }))
  return asked.map((row, at) => ({ row, words: mentions[at] ?? [] })).filter(({ words }) => words.length > 0)
}

const isAnswered = (text: string, saved: Row['saved']) => saved?.meant_otherwise === true && saved.fgl_rationale === text
