import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import type { Evidence } from '#server/rationale/generator.ts'
import type { LabelledCase } from './label.ts'

const INTERVIEWS = ['Interview A', 'Interview B', 'Interview C']

export function evidenceOf(labelled: LabelledCase): Evidence {
  const flag = RED_FLAGS[labelled.flag]
  if (!flag) throw new Error(`no red flag at ${labelled.flag}`)
  const feedback = labelled.interviews.map((sentences, i) => ({
    if_interview_feedback_detail_id: i + 1,
    interview_name: INTERVIEWS[i] ?? '',
    interviewer_name: `Interviewer ${i + 1}`,
    interview_feedback_question: 'What stood out?',
    interviewer_feedback: sentences.map(unmarked).join(' '),
  }))
  return { redFlag: { ...flag, fgl_ref_red_flag_id: labelled.flag + 1 }, feedback, mask: [] }
}

export const sentencesIn = (labelled: LabelledCase) => labelled.interviews.flat().map(unmarked)
export const bearingIn = (labelled: LabelledCase) => labelled.interviews.flat().filter(bears).map(unmarked)

export type Ranker = { name: string; rank: (labelled: LabelledCase) => Promise<string[]> }
/** `shown` is how many sentences a reader gets, on average over the cases. */
export type Measured = { precision: number; recall: number; shown: number }

/** Precision and recall over all cases together (micro average); a case without evidence lowers precision with all that is shown. */
export async function measure(ranker: Ranker, cases: LabelledCase[], top: number): Promise<Measured> {
  const sum = { shown: 0, right: 0, bearing: 0 }
  for (const labelled of cases) {
    const shown = (await ranker.rank(labelled)).slice(0, top)
    const bearing = bearingIn(labelled)
    sum.shown += shown.length
    sum.right += shown.filter((text) => bearing.includes(text)).length
    sum.bearing += bearing.length
  }
  return sharesOf(sum, cases)
}

/** What a ranking in random order gives on average: no draws needed. */
export function chance(cases: LabelledCase[], top: number): Measured {
  const sum = { shown: 0, right: 0, bearing: 0 }
  for (const labelled of cases) {
    const all = sentencesIn(labelled).length
    const bearing = bearingIn(labelled).length
    sum.shown += Math.min(top, all)
    sum.right += (bearing * Math.min(top, all)) / all
    sum.bearing += bearing
  }
  return sharesOf(sum, cases)
}

function sharesOf(sum: { shown: number; right: number; bearing: number }, cases: LabelledCase[]): Measured {
  return {
    precision: sum.right / Math.max(sum.shown, 1),
    recall: sum.right / Math.max(sum.bearing, 1),
    shown: sum.shown / cases.length,
  }
}

function bears(sentence: string): boolean {
  return sentence.startsWith('+ ')
}

function unmarked(sentence: string): string {
  return sentence.replace(/^\+ /, '')
}
