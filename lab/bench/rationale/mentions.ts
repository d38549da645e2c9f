import { readFileSync } from 'node:fs'
import { mayRevealTrait } from '#server/rationale/mask/traits.ts'

/** A sentence that explicitly mentions a protected characteristic (its `group`), or an ordinary one that doesn't mention any (null). */
export type Mention = { group: string | null; text: string }

/** Reads mentions that were collected before the last change to the masks and never copied into their lists. */
export function readMentions(): Mention[] {
  const lines = readFileSync(new URL('./mentions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [group, text] = line.split(' | ') as [string, string]
    return { group: group === '.' ? null : group, text }
  })
}

/** Returns, by group, how many mentions are masked or left out of a prompt. The last entry counts ordinary sentences that were changed needlessly. */
export function maskShares(): { group: string; caught: number; of: number }[] {
  const groups = Map.groupBy(readMentions(), ({ group }) => group ?? 'ordinary sentences, masked in vain')
  return [...groups].map(([group, all]) => ({ group, caught: all.filter(({ text }) => mayRevealTrait(text)).length, of: all.length }))
}
