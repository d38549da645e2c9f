import type { InterviewLocation } from '#contract/interviews.ts'

export const KINDS: Record<InterviewLocation['kind'], string> = { video: 'Video call', phone: 'Phone', address: 'At an address' }

/** The label of the text field for each kind. */
export const TEXT_OF: Record<InterviewLocation['kind'], string> = {
  video: 'Video link (can be added later)',
  phone: 'Which number, and who calls',
  address: 'Address',
}

/** Why no times are offered yet; null if nothing's missing. */
export function missingNote({ kind, text }: { kind: InterviewLocation['kind']; text: string | null }): string | null {
  if (kind === 'video' || text?.trim()) return null
  return kind === 'phone' ? "Candidates can't pick times until you say who calls and which number." : "Candidates can't pick times until you enter the address."
}
