import type { FieldError, FormValues } from '#contract/applications/form-values.ts'
import type { CarriedAnswers, SavedDraft } from '#contract/pages.ts'

/** A rejected form's values and errors. */
export type ReturnedForm = {
  values: FormValues
  edits: Record<string, number>
  saved: SavedDraft | null
  done: string | null
  faults: FieldError[]
  refusal: string | null
  has_applied: boolean
  withdrawn_at: string | null
  /** The link the person used. */
  via: string | null
  listed: string[]
  carried: CarriedAnswers | null
}

export const UNTOUCHED_FORM: ReturnedForm = {
  values: {},
  edits: {},
  saved: null,
  done: null,
  faults: [],
  refusal: null,
  has_applied: false,
  withdrawn_at: null,
  via: null,
  listed: [],
  carried: null,
}
