type Entry = Record<string, unknown>

/** Describes the red flags and feedback that an entry in `status_changes` refers to; the entry itself has only their IDs. */
export function describeGrounds(of: (section: string) => Entry[], { red_flag_ids, feedback_ids }: Entry): string {
  const [flags, answers] = [listOf(red_flag_ids), listOf(feedback_ids)]
  const named = of('hiring_decisions').filter((one) => flags.includes(one['fgl_ref_red_flag_id']))
  const headers = of('interview_feedback').filter((one) => answers.includes(one['if_interview_feedback_detail_id']))
  const interviews = of('interviews').filter((one) => headers.some((answer) => answer['if_interview_header_id'] === one['interview_header_id']))
  return [
    listNames(
      'Red flags',
      named.map((one) => one['red_flag_desc']),
    ),
    listNames(
      'Feedback',
      interviews.map((one) => `${String(one['interview_name'])} (${String(one['interviewer_name'])})`),
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const listNames = (what: string, names: unknown[]) => (names.length > 0 ? `${what}: ${names.join(', ')}.` : '')
