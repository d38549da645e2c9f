import { readFileSync } from 'node:fs'
import { mayRevealTrait } from '#server/rationale/mask/traits.ts'

/** A sentence that explicitly mentions a protected characteristic, by group; a null `group` is an ordinary sentence that mentions none. */
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

/** Returns, by group, how many mentions are masked or left out of a prompt. Last are the ordinary sentences that would be changed needlessly. */
export function maskShares(): { group: string; caught: number; of: number }[] {
  const groups = Map.groupBy(readMentions(), ({ group }) => group ?? 'ordinary sentences, masked in vain')
  return [...groups].map(([group, all]) => ({ group, caught: all.filter(({ text }) => mayRevealTrait(text)).length, of: all.length }))
}
