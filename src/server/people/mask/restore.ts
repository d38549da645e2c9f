import type { Masker } from './masker.ts'

/** The number of characters compared next to a mask. */
const CONTEXT = 40
/** Fewer matching characters prove nothing, unless the whole text is the same. */
const MIN_SCORE = 6

/**
 * Restores a text written while names were hidden by replacing its masks with the original words. A masked text that comes back unchanged becomes the
 * stored one; in an edited one, each mask becomes what it hid if the words next to it are the same. `sources` are the stored texts that were shown,
 * most likely first. A mask that matches no source stays as typed.
 */
export function restored(text: string, sources: string[], { mask }: Pick<Masker, 'mask'>): string {
  const maskedSources = sources.map((source) => ({ source, masked: mask(source) }))
  const unchangedSource = maskedSources.find(({ source, masked }) => text === source || text === masked.text)
  if (unchangedSource) return unchangedSource.source
  const marks = maskedSources.flatMap(({ source, masked }) =>
    masked.marks.map(({ start, end, of }) => ({
      token: masked.text.slice(start, end),
      before: masked.text.slice(Math.max(0, start - CONTEXT), start),
      after: masked.text.slice(end, end + CONTEXT),
      stands: source.slice(of.start, of.end),
    })),
  )
  const tokens = [...new Set(marks.map((mark) => mark.token))].toSorted((a, b) => b.length - a.length)
  if (tokens.length === 0) return text
  const tokenPattern = new RegExp(tokens.map((token) => token.replace(/[[\]/]/g, String.raw`\$&`)).join('|'), 'g')
  return text.replace(tokenPattern, (token, at: number) => {
    const [before, after] = [text.slice(Math.max(0, at - CONTEXT), at), text.slice(at + token.length, at + token.length + CONTEXT)]
    const scored = marks
      .filter((mark) => mark.token === token)
      .map((mark) => ({ mark, score: commonEnd(before, mark.before) + commonStart(after, mark.after) }))
    const best = scored.reduce<(typeof scored)[number] | null>((most, one) => (most === null || one.score > most.score ? one : most), null)
    return best && best.score >= MIN_SCORE ? best.mark.stands : token
  })
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1
  return length
}
