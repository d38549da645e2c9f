import type { ComponentType } from 'react'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import type { ShowFull } from '../full-text.tsx'

export type Column = {
  id: string
  header: string
  /** In rem: a table that measured its cells would do so again for each row that scrolls into view. */
  width: number
  /** The cell as plain text. */
  value: (one: ListedApplicant) => string
  Cell: ComponentType<CellProps>
  /** The row's heading; always shown, always first. */
  isName?: true
  isUnsorted?: true
  /** As wide in a narrow window: its text doesn't wrap. */
  isFirm?: true
  startsDescending?: true
}

export type CellProps = { one: ListedApplicant; column: Column; search: string; to: string; onFull: ShowFull }
