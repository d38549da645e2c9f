import { useQueryClient } from '@tanstack/react-query'
import { addInterviewer, listInterviewers, updateInterviewer, type BookingsInterviewer, type Interviewer } from '#contract/interviewers.ts'
import { call } from '#web/call.ts'
import { keyOf } from '#web/ui/use-call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing, type Editing } from '#web/ui/editor/use-editing.ts'

export type BioWords = { interviewer_bio: string }
export type AddedWords = { interviewer_email: string; interviewer_bio: string }
const NOBODY: Versioned<AddedWords> = { version: 0, text: { interviewer_email: '', interviewer_bio: '' } }

export function useBioEditing(interviewer: Interviewer): Editing<BioWords> {
  const memory = useQueryClient()
  const { ref_interviewer_id: id } = interviewer

  async function save(words: BioWords, version: number): Promise<Versioned<BioWords>> {
    // Sent only once: a retry after a lost response would be rejected as someone else's change.
    const stored = await call(updateInterviewer, { id, version, ...words }, { retries: 0 })
    void memory.invalidateQueries({ queryKey: keyOf(listInterviewers) })
    return wordsOf(stored)
  }

  async function reread(): Promise<Versioned<BioWords>> {
    const all = await memory.fetchQuery({ queryKey: keyOf(listInterviewers, {}), queryFn: () => call(listInterviewers, {}), staleTime: 0 })
    return wordsOf(all.find((one) => one.ref_interviewer_id === id)!)
  }

  return useEditing<BioWords>({ draftKey: `interviewer_${id}`, stored: wordsOf(interviewer), save, reread })
}

/** The form for adding an interviewer, selected from `staff`. */
export function useAdding(staff: BookingsInterviewer[]): Editing<AddedWords> {
  const memory = useQueryClient()

  async function save({ interviewer_email, interviewer_bio }: AddedWords): Promise<Versioned<AddedWords>> {
    const { interviewer_name } = staff.find((one) => one.interviewer_email === interviewer_email)!
    await call(addInterviewer, { interviewer_name, interviewer_email, interviewer_bio }, { retries: 0 })
    await memory.invalidateQueries({ queryKey: keyOf(listInterviewers) })
    return NOBODY
  }

  return useEditing<AddedWords>({
    draftKey: 'interviewer_new',
    stored: NOBODY,
    check: ({ interviewer_email }): Record<string, string> =>
      staff.some((one) => one.interviewer_email === interviewer_email) ? {} : { interviewer_email: 'Select an interviewer to add' },
    save,
  })
}

function wordsOf({ interviewer_bio, version }: Interviewer): Versioned<BioWords> {
  return { version, text: { interviewer_bio } }
}
