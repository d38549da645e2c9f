import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuestionType } from '#contract/questions/question-rules.ts'
import { createQuestion, listQuestions, updateQuestion, type ApplicationQuestion } from '#contract/questions/questions.ts'
import { call } from '#web/call.ts'
import { keyOf, readAgain } from '#web/ui/use-call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { isAlike, useEditing, type EditState } from '#web/ui/editor/use-editing.ts'
import { toRequest, EMPTY, findErrors, findNewErrors, toDraft, type QuestionDraft } from './question-text.ts'

/** Every question, including disabled ones; each screen filters them. */
export const ALL_QUESTIONS = { include_disabled: true }

/** A question being edited; `question` is null for a new one. `saved` is the last saved version. */
export function useQuestionEditing(question: ApplicationQuestion | null): EditState<QuestionDraft> & { saved: ApplicationQuestion | null } {
  const memory = useQueryClient()
  const [saved, setSaved] = useState<ApplicationQuestion | null>(null)
  const id = question?.ref_question_id

  async function save(words: QuestionDraft, version: number): Promise<Versioned<QuestionDraft>> {
    // Sent only once: a retry after a lost response would create it twice, or be rejected as someone else's change.
    const once = { retries: 0 }
    const { question_name, question_type } = words
    const stored =
      id === undefined
        ? await call(createQuestion, { question_name, question_type: question_type as QuestionType, ...toRequest(words) }, once)
        : await call(updateQuestion, { ref_question_id: id, version, ...toRequest(words) }, once)
    setSaved(stored)
    await memory.invalidateQueries({ queryKey: keyOf(listQuestions) })
    return toDraft(stored)
  }

  async function reread(): Promise<Versioned<QuestionDraft>> {
    const all = await readAgain(memory, listQuestions, ALL_QUESTIONS)
    const stored = all.find((one) => one.ref_question_id === id)!
    setSaved(stored)
    return toDraft(stored)
  }

  const editing = useEditing<QuestionDraft>({
    draftKey: `question_${id ?? 'new'}`,
    stored: question ? toDraft(question) : EMPTY,
    check: question ? findErrors : findNewErrors,
    save,
    // A position is where to move the question, and isn't stored.
    isSame: (now, sent) => isAlike(now, { ...sent, place: '' }),
    ...(question && { reread }),
  })
  return { ...editing, saved }
}
