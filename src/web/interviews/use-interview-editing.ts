import { useQueryClient } from '@tanstack/react-query'
import { listInterviews, NO_INTERVIEW_NAME, updateInterview, type InterviewType, type Where } from '#contract/interviews.ts'
import { call } from '#web/call.ts'
import { keyOf } from '#web/ui/use-call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing, type Editing } from '#web/ui/editor/use-editing.ts'

type Plain = Pick<InterviewType, 'interview_name' | 'interview_desc' | 'sees_answers' | 'sees_resume' | 'candidate_text'>
export type InterviewWords = Plain & { where_kind: Where['kind']; where_text: string }

export const LABELS: Record<keyof InterviewWords, string> = {
  interview_name: 'Interview name',
  interview_desc: 'Instructions',
  sees_answers: "Candidate's answers",
  sees_resume: 'Resume',
  where_kind: 'How it takes place',
  where_text: 'Where',
  candidate_text: 'For candidates: what it covers, and how to prepare',
}

export function useInterviewEditing(interview: InterviewType): Editing<InterviewWords> {
  const memory = useQueryClient()
  const { ref_interview_id: id } = interview

  async function save({ where_kind, where_text, ...words }: InterviewWords, version: number): Promise<Versioned<InterviewWords>> {
    // Sent once: a retry after a lost response would be rejected as someone else's change.
    const where = { kind: where_kind, text: where_text.trim() || null }
    const stored = await call(updateInterview, { id, version, ...words, where }, { retries: 0 })
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

function wordsOf({ interview_name, interview_desc, sees_answers, sees_resume, where, candidate_text, version }: InterviewType): Versioned<InterviewWords> {
  const place = { where_kind: where.kind, where_text: where.text ?? '' }
  return { version, text: { interview_name, interview_desc, sees_answers, sees_resume, candidate_text, ...place } }
}
