import { readFileSync } from 'node:fs'
import { mayRevealTrait } from '#server/rationale/mask/traits.ts'

/** A sentence that says a protected characteristic outright, by group; `group` null: an ordinary sentence that mentions none. */
export type Mention = { group: string | null; text: string }

/** Collected before the masks were last changed, and never copied into their lists. */
export function readMentions(): Mention[] {
  const lines = readFileSync(new URL('./mentions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [group, text] = line.split(' | ') as [string, string]
    return { group: group === '.' ? null : group, text }
  })
}

/** By group: how many mentions are masked or left out of a prompt. Last, the ordinary sentences that would be changed needlessly. */
export function maskShares(): { group: string; caught: number; of: number }[] {
  const groups = Map.groupBy(readMentions(), ({ group }) => group ?? 'ordinary sentences, masked in vain')
  return [...groups].map(([group, all]) => ({ group, caught: all.filter(({ text }) => mayRevealTrait(text)).length, of: all.length }))
}
