import type { Label } from './sentences.ts'
import { randomFrom } from './fit.ts'

/** For one interview and red flag: the sentences' labels, and the sentences shown, best first. */
export type Pair = { interview: number; labels: (Label | undefined)[]; shown: number[]; stances: ('for' | 'against' | 'unclear')[] }
export const MEASURES = ['precision at 3', 'recall at 5', 'first right', 'shown where nothing', 'direction right', 'direction wrong'] as const
export type Measure = (typeof MEASURES)[number]

/** A count out of a total. */
export type Share = [count: number, of: number]

/** Returns each measure as a share over all pairs; see `countsOf`. */
export function measure(pairs: Pair[]): Record<Measure, number> {
  const counts = Object.entries(countsOf(pairs)).map(([name, [count, of]]) => [name, count / Math.max(1, of)])
  return Object.fromEntries(counts) as Record<Measure, number>
}

/**
 * Counts each measure over all pairs. For direction, of the shown sentences labeled for or against: how many were classified correctly, and how many
 * the wrong way around.
 */
export function countsOf(pairs: Pair[]): Record<Measure, Share> {
  const sum = { at3: 0, right3: 0, bearing: 0, right5: 0, any: 0, first: 0, nothing: 0, falsely: 0, turned: 0, told: 0, directed: 0 }
  for (const { labels, shown, stances } of pairs) {
    const isLabeled = (i: number) => labels[i] !== undefined
    const labeledCount = labels.filter((label) => label !== undefined).length
    sum.at3 += Math.min(3, shown.length)
    sum.right3 += shown.slice(0, 3).filter(isLabeled).length
    sum.bearing += labeledCount
    sum.right5 += shown.slice(0, 5).filter(isLabeled).length
    sum.any += Number(shown.length > 0)
    sum.first += Number(shown.length > 0 && isLabeled(shown[0]!))
    sum.nothing += Number(labeledCount === 0)
    sum.falsely += Number(labeledCount === 0 && shown.length > 0)
    for (const [place, i] of shown.entries()) {
      const label = labels[i]
      if (label !== '+' && label !== '-') continue
      const isCorrect = stances[place] === (label === '+' ? 'for' : 'against')
      sum.directed += 1
      sum.told += Number(isCorrect)
      sum.turned += Number(!isCorrect && stances[place] !== 'unclear')
    }
  }
  return {
    'precision at 3': [sum.right3, sum.at3],
    'recall at 5': [sum.right5, sum.bearing],
    'first right': [sum.first, sum.any],
    'shown where nothing': [sum.falsely, sum.nothing],
    'direction right': [sum.told, sum.directed],
    'direction wrong': [sum.turned, sum.directed],
  }
}

/** Returns every measure's 95% interval; see `intervalOf`. */
export function intervals(pairs: Pair[]): Record<Measure, [number, number]> {
  const groups = [...Map.groupBy(pairs, (pair) => pair.interview).values()]
  const entries = MEASURES.map((name) => [name, intervalOf(groups, (drawn) => countsOf(drawn)[name])] as const)
  return Object.fromEntries(entries) as Record<Measure, [number, number]>
}

/**
 * Returns a share's 95% interval by resampling whole interviews (percentile bootstrap, 1,000 draws), because sentences in one interview aren't
 * independent.
 */
export function intervalOf<T>(interviews: T[][], shareOf: (drawn: T[]) => Share): [number, number] {
  const random = randomFrom(7)
  const draws = Array.from({ length: 1000 }, () => shareOf(interviews.flatMap(() => interviews[Math.floor(random() * interviews.length)]!)))
  const sorted = draws.map(([count, of]) => count / Math.max(1, of)).toSorted((a, b) => a - b)
  return [sorted[25]!, sorted[974]!]
}
