import type { ItemSentence, ItemToken, ItsFunction, WinkMethods } from 'wink-nlp'

export type Token = { stem: string; negated: boolean; stopWord: boolean }
/** A sentence as it stands in the text, with its words as stems. */
export type Sentence = { text: string; tokens: Token[] }

let loading: Promise<WinkMethods> | undefined

/** Splits a text into sentences; a line break always ends one. The language model (200 ms, 60 MB) loads at the first call. */
export async function sentencesOf(text: string): Promise<Sentence[]> {
  const nlp = await (loading ??= load())
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .flatMap((line) => sentencesOfLine(nlp, line))
}

async function load(): Promise<WinkMethods> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([import('wink-nlp'), import('wink-eng-lite-web-model')])
  return winkNLP(model, ['sbd', 'negation'])
}

function sentencesOfLine(nlp: WinkMethods, line: string): Sentence[] {
  const sentences: Sentence[] = []
  nlp
    .readDoc(line)
    .sentences()
    .each((sentence: ItemSentence) => {
      const tokens: Token[] = []
      sentence.tokens().each((token: ItemToken) => {
        if (token.out(nlp.its.type) !== 'word') return
        tokens.push({
          stem: String(token.out(nlp.its.stem as ItsFunction<string>)),
          negated: token.out(nlp.its.negationFlag) === true,
          stopWord: token.out(nlp.its.stopWordFlag) === true,
        })
      })
      sentences.push({ text: sentence.out().trim(), tokens })
    })
  // A quote must stand in the text as it is: where the tokeniser changed a character, the whole line is the sentence.
  const tokens = sentences.flatMap((sentence) => sentence.tokens)
  return sentences.every(({ text }) => line.includes(text)) ? sentences : [{ text: line.trim(), tokens }]
}
