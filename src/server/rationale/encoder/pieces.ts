/** Word pieces and their log probabilities, in model ID order. */
export type Vocabulary = [piece: string, score: number][]
export type Tokenize = (text: string) => number[]

/** Lower IDs are the model's special tokens, never text. */
const RESERVED = 6
const UNKNOWN = 0
const SPACE = '▁'

type Node = { next: Map<string, Node>; id: number; score: number }

/**
 * Splits text into its most likely pieces (a unigram model: Kudo, 2018) and returns their IDs. A run of characters not covered by any piece becomes
 * a single unknown.
 */
export function createTokenizer(vocabulary: Vocabulary): Tokenize {
  const root = buildTrie(vocabulary)
  return (text) => {
    const normal = text.normalize('NFKC')
    return normal === '' ? [] : collapseUnknown(bestPath(root, [...(SPACE + normal.replaceAll(' ', SPACE))]))
  }
}

function buildTrie(vocabulary: Vocabulary): Node {
  const root: Node = { next: new Map(), id: -1, score: 0 }
  for (const [id, [piece, score]] of vocabulary.entries()) {
    if (id < RESERVED) continue
    let node = root
    for (const char of piece) {
      const next = node.next.get(char) ?? { next: new Map<string, Node>(), id: -1, score: 0 }
      node.next.set(char, next)
      node = next
    }
    Object.assign(node, { id, score })
  }
  return root
}

/** Viterbi: finds the best path to each position, then walks back from the end. */
function bestPath(root: Node, chars: string[]): number[] {
  const best = new Float64Array(chars.length + 1).fill(-Infinity)
  const from = new Int32Array(chars.length + 1)
  const ids = new Int32Array(chars.length + 1)
  best[0] = 0
  const reach = (end: number, start: number, id: number, score: number) => {
    if (best[start]! + score < best[end]!) return
    best[end] = best[start]! + score
    from[end] = start
    ids[end] = id
  }
  for (const start of chars.keys()) {
    let node = root.next.get(chars[start]!)
    let isKnown = false
    for (let end = start + 1; node; end++) {
      if (node.id >= 0) {
        isKnown = true
        reach(end, start, node.id, node.score)
      }
      node = node.next.get(chars[end] ?? '')
    }
    if (!isKnown) reach(start + 1, start, UNKNOWN, 0)
  }
  const path: number[] = []
  for (let end = chars.length; end > 0; end = from[end]!) path.push(ids[end]!)
  return path.toReversed()
}

const collapseUnknown = (ids: number[]) => ids.filter((id, i) => id !== UNKNOWN || ids[i - 1] !== UNKNOWN)
