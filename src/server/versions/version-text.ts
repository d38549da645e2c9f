import type { VersionKind } from '#contract/versions.ts'
import type { Content } from './version-store.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const TEXTS: Record<VersionKind, (content: Content) => string> = {
  rationale: ({ decided, fgl_absent_flag, fgl_rationale }) =>
    [decided === true ? (fgl_absent_flag === true ? 'Absent.' : 'Present.') : 'Undecided.', text(fgl_rationale)].filter(Boolean).join(' '),
  feedback: ({ interviewer_feedback }) => text(interviewer_feedback),
  answer: ({ user_answer_text_box }) => text(user_answer_text_box),
  contact: ({ first_name, last_name, email, linkedin_profile_url }) =>
    [[first_name, last_name].filter(Boolean).join(' '), text(email), text(linkedin_profile_url)].filter(Boolean).join(', '),
  note: ({ note_text }) => text(note_text),
  mark: ({ quote, stance }) => `${text(stance)}: ${text(quote)}`,
  candidate_feedback: ({ feedback_text }) => text(feedback_text),
  red_flag: ({ red_flag_desc }) => text(red_flag_desc),
  question: ({ question_text }) => text(question_text),
}

/** Returns a version as a single readable text; null if it was deleted or erased. */
export function versionText(kind: VersionKind, content: Content | null): string | null {
  return content && TEXTS[kind](content)
}
