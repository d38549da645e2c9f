import type { Values } from '#contract/pages.ts'

const DAYS_KEPT = 14
const DAY = 24 * 60 * 60 * 1000

type Draft = { saved_at: number; answers: { question_name: string; user_answer_text_box: string }[] }

function keyOf(role_id: number): string {
  return `application_draft_${role_id}`
}

/** The answers of an unfinished application, or null; one that is older than 14 days is thrown away. */
export function readDraft(role_id: number): Values | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(role_id)) ?? 'null') as Draft | null
    if (!draft) return null
    if (Date.now() - draft.saved_at > DAYS_KEPT * DAY) return (clearDraft(role_id), null)
    const answers = draft.answers.filter(({ user_answer_text_box }) => user_answer_text_box !== '')
    return answers.length === 0 ? null : Object.fromEntries(answers.map((answer) => [answer.question_name, answer.user_answer_text_box]))
  } catch {
    return null
  }
}

/** Throws where the browser keeps nothing: private windows, a full disk. */
export function writeDraft(role_id: number, values: Values): void {
  const answers = Object.entries(values).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  localStorage.setItem(keyOf(role_id), JSON.stringify({ saved_at: Date.now(), answers } satisfies Draft))
}

export function clearDraft(role_id: number): void {
  try {
    localStorage.removeItem(keyOf(role_id))
  } catch {
    // Where nothing is kept there is nothing to clear.
  }
}
