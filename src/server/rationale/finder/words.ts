const STOP_WORDS = new Set(
  "a about after again all also an and any are as asked at be because been before being but by can could did do does doing down during each for from further get got had has have having he her here hers him his how i if in into is it its just more most my no nor not of off on once only or other our out over own said same she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your candidate it's i'm don't didn't doesn't isn't wasn't".split(
    ' ',
  ),
)

/** Returns a text's meaningful words without their common endings: "blamed" and "blames" become one. */
export function stemsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/[‘’ʼ]/gu, "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  return words.filter((word) => !STOP_WORDS.has(word)).map(stemOf)
}

function stemOf(word: string): string {
  const bare = word.replace(/'s$/u, '')
  if (bare.length < 5) return bare.replace(/(?<=[^su])s$/u, '')
  return bare
    .replace(/ies$/u, 'y')
    .replace(/(?<=[^s])s$/u, '')
    .replace(/(?:ing|edly|ed|ly|er|ful|ness|ment)$/u, '')
    .replace(/([bdgklmnprt])\1$/u, '$1')
    .replace(/e$/u, '')
}
