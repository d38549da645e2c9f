/** A seeded random generator with the same results on every machine, so screenshots and numbers in the docs stay accurate. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number
  /** Returns an integer between the two bounds, inclusive. */
  between: (least: number, most: number) => number
  chance: (share: number) => boolean
  pick: <T>(from: readonly T[]) => T
  shuffled: <T>(items: readonly T[]) => T[]
}

/** The Mulberry32 generator. Don't use it for anything that must be unpredictable. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (from) => from[between(0, from.length - 1)]!,
    shuffled: (items) =>
      items
        .map((one) => ({ one, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ one }) => one),
  }
}

/** Deals all items in random order, then reshuffles and starts over. */
export function deckOf<T>(random: Random, items: readonly T[]): () => T {
  let remaining: T[] = []
  return () => {
    if (remaining.length === 0) remaining = random.shuffled(items)
    return remaining.pop()!
  }
}

/** Replaces each `{slot}` with its value; throws if a slot has none. */
export function fillSlots(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const value = values[slot]
    if (value === undefined) throw new Error(`The demo text has no value for {${slot}}.`)
    return String(value)
  })
}
