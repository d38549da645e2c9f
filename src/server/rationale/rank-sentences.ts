import { type Term, rankByBm25 } from './bm25.ts'
import type { Evidence, FeedbackAnswer, RedFlag } from './generator.ts'
import { isMachineTalk } from './machine-talk.ts'
import { type Sentence, sentencesOf, type Token } from './sentences.ts'

export type RankedSentence = { answer: FeedbackAnswer; text: string; score: number; negated: boolean }
export type Ranking = { ranked: RankedSentence[]; machineTalk: number }

/** Tuned on the tune half of bench/rationale alone: a signal word or phrase counts 1, a word of the description or of within a phrase less. */
const WEIGHTS = { description: 0.6, partOfPhrase: 0.3 }

/** The feedback's sentences that share words with the red flag, best first; sentences that talk to a machine are counted, not ranked. */
export async function rankSentences({ redFlag, feedback }: Pick<Evidence, 'redFlag' | 'feedback'>): Promise<Ranking> {
  const terms = await termsOf(redFlag)
  const rows: { answer: FeedbackAnswer; sentence: Sentence }[] = []
  let machineTalk = 0
  for (const answer of feedback) {
    for (const sentence of await sentencesOf(answer.interviewer_feedback)) {
      if (isMachineTalk(sentence.text)) machineTalk += 1
      else rows.push({ answer, sentence })
    }
  }
  const matches = rankByBm25(
    terms,
    rows.map((row) => row.sentence.tokens),
  )
  const ranked = rows
    .map(({ answer, sentence }, i) => ({ answer, text: sentence.text, score: matches[i]?.score ?? 0, negated: matches[i]?.negated ?? false }))
    .filter((row) => row.score > 0)
    .toSorted((a, b) => b.score - a.score)
  return { ranked, machineTalk }
}

async function termsOf(redFlag: RedFlag): Promise<Term[]> {
  const terms = new Map<string, Term>()
  const add = (tokens: Token[], weight: number) => {
    const stems = tokens.map((token) => token.stem)
    const key = stems.join(' ')
    if (key !== '') terms.set(key, { stems, weight: Math.max(weight, terms.get(key)?.weight ?? 0) })
  }
  const addEach = (tokens: Token[], weight: number) => {
    for (const token of tokens) if (!token.stopWord) add([token], weight)
  }
  addEach(await tokensOf(redFlag.red_flag_desc), WEIGHTS.description)
  for (const word of redFlag.signal_words) {
    const tokens = await tokensOf(word)
    add(tokens, 1)
    addEach(tokens, WEIGHTS.partOfPhrase)
  }
  return [...terms.values()]
}

async function tokensOf(text: string): Promise<Token[]> {
  return (await sentencesOf(text)).flatMap((sentence) => sentence.tokens)
}
