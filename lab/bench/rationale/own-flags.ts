import { readFileSync } from 'node:fs'
import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import { openEncoder, withCache } from '#server/rationale/encoder/encoder.ts'
import { openReader, readDirection } from '#server/rationale/finder/direction.ts'
import { readHeads } from '#server/rationale/finder/heads.ts'
import { fitOwnFlags } from '#lab/rationale/own-flags.ts'
import type { OwnFlags } from '#server/rationale/finder/own-flag.ts'
import { type Finder, weighAll } from '#server/rationale/finder/weigh.ts'
import type { Example } from '#server/rationale/generator.ts'
import type { Pair } from '#lab/rationale/measure.ts'
import { type Label, readInterviews } from '#lab/rationale/sentences.ts'

const stored = (name: string) => JSON.parse(readFileSync(new URL(`../../../src/server/rationale/finder/${name}.json`, import.meta.url), 'utf8'))
const STANCES = { '+': 'for', '-': 'against', '?': 'unclear' } as const satisfies Record<Label, Example['stance']>

/**
 * Returns writer G's pairs as if staff had added each red flag and marked `marks` of writer A's sentences, based only on what was learned from the
 * other red flags.
 */
export function ownFlagPairs(): (marks: number) => Pair[] {
  const fitted = fitOwnFlags()
  const heads = { ...readHeads(stored('heads')), flags: [] }
  const read = openReader(readDirection(stored('direction')), 10_000)
  const encode = withCache(openEncoder(), 10_000)
  const owns = RED_FLAGS.map((_, flag) => fitted(flag))
  return (marks) => pairsAfterMarking(marks, { heads, read, encode, owns })
}

function pairsAfterMarking(marks: number, { heads, read, encode, owns }: Pick<Finder, 'heads' | 'read' | 'encode'> & { owns: OwnFlags[] }): Pair[] {
  const pairs: Pair[] = []
  for (const [place, flag] of RED_FLAGS.entries()) {
    const flagInput = { ...flag, signal_words: [], fgl_ref_red_flag_id: place + 1, examples: examplesOf(place, marks) }
    for (const [interview, { sentences }] of readInterviews('g').entries()) {
      const texts = sentences.map((one) => one.text)
      const weights = weighAll({ heads, read, own: owns[place]!, encode }, flagInput, texts)
      const shown = [...texts.keys()].filter((i) => weights[i]!.score > 0).toSorted((a, b) => weights[b]!.score - weights[a]!.score)
      pairs.push({ interview, labels: sentences.map((one) => one.labels[place]), shown, stances: shown.map((i) => weights[i]!.stance) })
    }
  }
  return pairs
}

/** Returns writer A's first sentences about the red flag. */
function examplesOf(place: number, count: number): Example[] {
  const labeled = readInterviews('a').flatMap(({ sentences }) =>
    sentences.flatMap(({ text, labels }) => (labels[place] ? [{ text, label: labels[place] }] : [])),
  )
  return labeled.slice(0, count).map(({ text, label }) => ({ text, stance: STANCES[label] }))
}
