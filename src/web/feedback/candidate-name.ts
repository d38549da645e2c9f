import type { ApplicantName } from '#contract/applicants/applicants.ts'

export function nameOf({ first_name, last_name, alias }: Partial<Pick<ApplicantName, 'first_name' | 'last_name' | 'alias'>>): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || (alias ?? 'No name')
}
