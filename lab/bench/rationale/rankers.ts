import { rankSentences } from '#server/rationale/rank-sentences.ts'
import { evidenceOf, type Ranker, sentencesIn } from './measure.ts'

export const finder: Ranker = {
  name: 'evidence finder',
  rank: async (labelled) => (await rankSentences(evidenceOf(labelled))).ranked.map((row) => row.text),
}

/** What a search box does: whole words of the description and the signal words as written, without stop words, most hits first. */
export const keywords: Ranker = {
  name: 'keyword search',
  rank: async (labelled) => {
    const { redFlag } = evidenceOf(labelled)
    const sought = wordsOf([redFlag.red_flag_desc, ...redFlag.signal_words].join(' '))
    return sentencesIn(labelled)
      .map((text) => ({ text, hits: [...wordsOf(text)].filter((word) => sought.has(word)).length }))
      .filter((row) => row.hits > 0)
      .toSorted((a, b) => b.hits - a.hits)
      .map((row) => row.text)
  },
}

const STOP_WORDS = new Set(
  'about all and any are been but can could did does for from get had has have her him his how into its just let more not of off one others our out own she should than that the their them then there they this told too took was way were what when where who will with would you your'.split(
    ' ',
  ),
)

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !STOP_WORDS.has(word)))
}
