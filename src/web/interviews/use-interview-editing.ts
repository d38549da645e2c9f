import { useQueryClient } from '@tanstack/react-query'
import { listInterviews, NO_INTERVIEW_NAME, updateInterview, type InterviewType } from '#contract/interviews.ts'
import { call } from '#web/call.ts'
import { keyOf } from '#web/ui/use-call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing, type Editing } from '#web/ui/editor/use-editing.ts'

export type InterviewWords = Pick<InterviewType, 'interview_name' | 'interview_desc' | 'sees_answers' | 'sees_resume'>

export const LABELS: Record<keyof InterviewWords, string> = {
  interview_name: 'Interview name',
  interview_desc: 'Instructions',
  sees_answers: "Candidate's answers",
  sees_resume: 'Resume',
}

export function useInterviewEditing(interview: InterviewType): Editing<InterviewWords> {
  const memory = useQueryClient()
  const { ref_interview_id: id } = interview

  async function save(words: InterviewWords, version: number): Promise<Versioned<InterviewWords>> {
    // Sent once: a retry after a lost response would be rejected as someone else's change.
    const stored = await call(updateInterview, { id, version, ...words }, { retries: 0 })
    void memory.invalidateQueries({ queryKey: keyOf(listInterviews) })
    return wordsOf(stored)
  }

  async function reread(): Promise<Versioned<InterviewWords>> {
    const all = await memory.fetchQuery({ queryKey: keyOf(listInterviews, {}), queryFn: () => call(listInterviews, {}), staleTime: 0 })
    return wordsOf(all.find((one) => one.ref_interview_id === id)!)
  }

  return useEditing<InterviewWords>({
    draftKey: `interview_${id}`,
    stored: wordsOf(interview),
    check: (words) => (words.interview_name.trim() === '' ? { interview_name: NO_INTERVIEW_NAME } : {}) as Record<string, string>,
    save,
    reread,
  })
}

function wordsOf({ interview_name, interview_desc, sees_answers, sees_resume, version }: InterviewType): Versioned<InterviewWords> {
  return { version, text: { interview_name, interview_desc, sees_answers, sees_resume } }
}
