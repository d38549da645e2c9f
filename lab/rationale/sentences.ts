import { readdirSync, readFileSync } from 'node:fs'

export type Label = '+' | '-' | '?'
/** `labels`: by the red flag's position in the default list. */
export type LabeledSentence = { text: string; labels: Partial<Record<number, Label>> }
export type LabeledInterview = { writer: string; sentences: LabeledSentence[] }

const FOLDER = new URL('./sentences/', import.meta.url)

/** The interviews of some writers; see sentences/README.md for the format. */
export function readInterviews(writers: string): LabeledInterview[] {
  return [...writers].flatMap((writer) =>
    readdirSync(new URL(`${writer}/`, FOLDER))
      .filter((name) => name.endsWith('.txt'))
      .toSorted()
      .flatMap((name) => interviewsIn(readFileSync(new URL(`${writer}/${name}`, FOLDER), 'utf8'), writer)),
  )
}

function interviewsIn(text: string, writer: string): LabeledInterview[] {
  return text
    .split(/^## .*$/mu)
    .slice(1)
    .map((block) => ({ writer, sentences: block.split('\n').flatMap((line) => sentenceOf(line)) }))
}

function sentenceOf(line: string): LabeledSentence[] {
  const [, marks, text] = /^(\S+) \| (.+)$/u.exec(line) ?? []
  if (marks === undefined || text === undefined) return []
  const labels = marks === '.' ? [] : marks.split(',').map((mark) => [Number(mark.charAt(0)), mark.charAt(1) as Label] as const)
  return [{ text: text.trim(), labels: Object.fromEntries(labels) }]
}
