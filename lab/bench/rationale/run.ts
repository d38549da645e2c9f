import { HELD_OUT_CASES } from './held-out-cases.ts'
import type { LabelledCase } from './label.ts'
import { measureLies } from './lying-model.ts'
import { chance, type Measured, measure } from './measure.ts'
import { finder, keywords } from './rankers.ts'
import { TUNE_CASES } from './tune-cases.ts'

export type Table = { title: string; columns: string[]; rows: string[][]; notes: string[] }

/** How well the evidence finder finds labelled sentences, and whether a lie of a model gets past the verifier. Needs no network. */
export async function runRationaleBench(): Promise<Table> {
  return {
    title: `Rationale: sentences found for a red flag (${TUNE_CASES.length} + ${HELD_OUT_CASES.length} labelled cases)`,
    columns: ['half', 'method', 'precision at 3', 'recall at 3', 'precision at 5', 'recall at 5', 'shown at 5'],
    rows: [...(await rowsOf('held out', HELD_OUT_CASES)), ...(await rowsOf('tuned on', TUNE_CASES))],
    notes: [...(await byKind()), await lies()],
  }
}

async function rowsOf(half: string, cases: LabelledCase[]): Promise<string[][]> {
  const rows: string[][] = []
  for (const ranker of [finder, keywords]) {
    const at3 = await measure(ranker, cases, 3)
    rows.push([half, ranker.name, ...shares(at3), ...sharesAndShown(await measure(ranker, cases, 5))])
  }
  return [...rows, [half, 'chance', ...shares(chance(cases, 3)), ...sharesAndShown(chance(cases, 5))]]
}

/** Where the finder is weak must be as visible as where it is strong. */
async function byKind(): Promise<string[]> {
  const kinds = Map.groupBy(HELD_OUT_CASES, (labelled) => labelled.kind)
  const lines: string[] = []
  for (const [kind, cases] of kinds) {
    const [precision, recall] = shares(await measure(finder, cases, 5))
    const share = kind === 'none' ? '' : `: precision ${precision}, recall ${recall}`
    const shown = kind === 'none' ? `: ${await shownIn(cases)} sentences shown, 0 would be right` : share
    lines.push(`Held out, evidence finder at 5, ${kind} (${cases.length})${shown}.`)
  }
  return lines
}

async function shownIn(cases: LabelledCase[]): Promise<number> {
  let shown = 0
  for (const labelled of cases) shown += Math.min(5, (await finder.rank(labelled)).length)
  return shown
}

async function lies(): Promise<string> {
  const sum = await measureLies([...TUNE_CASES, ...HELD_OUT_CASES])
  const truths = sum.quotes - sum.lies
  return `Model path, stand-in that lies in every fifth quote: ${sum.quotes} quotes, ${sum.lies} lies, ${sum.liesPassed} lies passed, ${sum.truthsKept} of ${truths} true quotes kept, ${percent(sum.verbatim / sum.citations)} of ${sum.citations} citations verbatim in the answer they name.`
}

const shares = ({ precision, recall }: Measured): [string, string] => [percent(precision), percent(recall)]
const sharesAndShown = (measured: Measured) => [...shares(measured), measured.shown.toFixed(1)]
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
