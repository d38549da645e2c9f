import { readdirSync, readFileSync } from 'node:fs'
import type { GraveKind } from '#contract/red-flags/grave.ts'

export type Label = '+' | '-' | '?'
/**
 * `labels` are keyed by the red flag's index in the default list. `others` are red flags that the sentence is relevant to, but about someone else.
 * For `kind` (writer H only), see sentences/h/README.md.
 */
export type LabeledSentence = { text: string; labels: Partial<Record<number, Label>>; others: number[]; kind: string; grave: GraveKind | null }
export type LabeledInterview = { writer: string; number: number; sentences: LabeledSentence[] }

const FOLDER = new URL('./sentences/', import.meta.url)

/** Returns the interviews of some writers; see sentences/README.md for the format. */
export function readInterviews(writers: string): LabeledInterview[] {
  return [...writers].flatMap((writer) =>
    readdirSync(new URL(`${writer}/`, FOLDER))
      .filter((name) => name.endsWith('.txt'))
      .toSorted()
      .flatMap((name) => interviewsIn(readFileSync(new URL(`${writer}/${name}`, FOLDER), 'utf8'), writer)),
  )
}

/** Writer H's interviews for development. The other third is held out and isn't used to choose anything. */
export const developmentOf = (interviews: LabeledInterview[]) => interviews.filter((one) => one.number % 3 !== 0)
export const unseenOf = (interviews: LabeledInterview[]) => interviews.filter((one) => one.number % 3 === 0)

function interviewsIn(text: string, writer: string): LabeledInterview[] {
  return text
    .split(/^## /mu)
    .slice(1)
    .map((block) => ({
      writer,
      number: Number.parseInt(block, 10),
      sentences: block
        .split('\n')
        .slice(1)
        .flatMap((line) => sentenceOf(line)),
    }))
}

function sentenceOf(line: string): LabeledSentence[] {
  const [, kind = '', marks, grave, text] = /^(?:(\w+) )?([\d+?,.o-]+)(?:!(\w+))? \| (.+)$/u.exec(line) ?? []
  if (marks === undefined || text === undefined) return []
  const all = marks === '.' ? [] : marks.split(',').map((mark) => [Number(mark.charAt(0)), mark.charAt(1)] as const)
  const labels = Object.fromEntries(all.filter(([, label]) => label !== 'o')) as LabeledSentence['labels']
  const others = all.filter(([, label]) => label === 'o').map(([flag]) => flag)
  return [{ text: text.trim(), labels, others, kind, grave: (grave as GraveKind | undefined) ?? null }]
}
