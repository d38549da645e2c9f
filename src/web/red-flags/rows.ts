import type { HiringDecisionDetail, RedFlag, Stance } from '#contract/red-flags/red-flags.ts'

/** What was typed and not submitted. `base`: the `modified_at` of the decision it was based on, or null if there was none. */
export type Edit = { fgl_absent_flag: boolean; fgl_rationale: string; decided: boolean; isChosen?: boolean; base: string | null }
export type Edits = Record<number, Edit>

/** An applicant's red flag as shown in the table. */
export type Row = {
  flag: RedFlag
  saved: HiringDecisionDetail | null
  fgl_absent_flag: boolean
  fgl_rationale: string
  /** False until it's marked as absent or present. */
  decided: boolean
  /** A person chose absent, present or undecided, so typing won't change that. */
  isChosen: boolean
  /** A person changed or confirmed it: submitting signs it. */
  isChanged: boolean
  /** The version that a change to this row replaces. */
  base: string | null
}

export function rowsOf(flags: RedFlag[], decisions: HiringDecisionDetail[], edits: Edits): Row[] {
  return flags.map((flag) => {
    const saved = decisions.find((one) => one.fgl_ref_red_flag_id === flag.fgl_ref_red_flag_id) ?? null
    const edit = edits[flag.fgl_ref_red_flag_id]
    return {
      flag,
      saved,
      fgl_absent_flag: edit?.fgl_absent_flag ?? saved?.fgl_absent_flag ?? false,
      fgl_rationale: edit?.fgl_rationale ?? saved?.fgl_rationale ?? '',
      decided: edit?.decided ?? saved?.decided ?? false,
      isChosen: edit ? edit.isChosen === true : isLeftUndecided(saved),
      isChanged: edit !== undefined,
      base: edit ? edit.base : (saved?.modified_at ?? null),
    }
  })
}

/** Whether someone reviewed it and left it undecided. */
const isLeftUndecided = (saved: Row['saved']) => saved?.reviewed === true && !saved.decided

/** A person's change to a row; `decided` is set explicitly: absent, present or undecided. */
export type Change = Partial<Pick<Row, 'fgl_absent_flag' | 'fgl_rationale' | 'decided'>>

export type Choice = 'Absent' | 'Present' | 'Undecided'
export const CHOICES = {
  Absent: { fgl_absent_flag: true, decided: true },
  Present: { fgl_absent_flag: false, decided: true },
  Undecided: { fgl_absent_flag: false, decided: false },
} satisfies Record<Choice, Change>

/** The edits after a change to a row; a row that's back to its stored values has none, unless it's being confirmed for the first time. */
export function edited(edits: Edits, row: Row, change: Change): Edits {
  const { fgl_absent_flag, fgl_rationale, base, saved } = { ...row, ...change }
  const isBack = fgl_absent_flag === (saved?.fgl_absent_flag ?? false) && fgl_rationale === (saved?.fgl_rationale ?? '')
  const wasDecided = saved?.decided ?? false
  const isChosen = change.decided !== undefined || (change.fgl_absent_flag === undefined && row.isChosen)
  // Undoing a mistake isn't a decision, and an empty row doesn't mean that the red flag is present.
  const unsaid = isChosen ? row.decided : isBack ? wasDecided : !isEmpty({ fgl_absent_flag, fgl_rationale })
  const decided = change.decided ?? unsaid
  const isFirst = isChosen && !saved?.reviewed
  const isUnchanged = isBack && decided === wasDecided && !isFirst
  return isUnchanged ? without(edits, row.flag) : { ...edits, [row.flag.fgl_ref_red_flag_id]: { fgl_absent_flag, fgl_rationale, decided, isChosen, base } }
}

const isEmpty = ({ fgl_absent_flag, fgl_rationale }: Pick<Row, 'fgl_absent_flag' | 'fgl_rationale'>) => !fgl_absent_flag && fgl_rationale.trim() === ''

/**
 * Rows that need a second look before signing: the text is the draft's, and the feedback behind it has changed, or the red flag is marked absent although
 * there's newer feedback.
 */
export const staleRows = (rows: Row[]) =>
  rows.filter(
    ({ isChanged, saved, fgl_rationale, fgl_absent_flag }) =>
      isChanged && saved?.source === 'generated' && saved.fgl_rationale === fgl_rationale && (saved.stale || (saved.has_newer_feedback && fgl_absent_flag)),
  )

export function without(edits: Edits, { fgl_ref_red_flag_id }: Pick<RedFlag, 'fgl_ref_red_flag_id'>): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([id]) => Number(id) !== fgl_ref_red_flag_id))
}

/** Whether a draft would overwrite a person's text or decision, even one without text. */
export function isPersonal(row: Row): boolean {
  const { saved, isChanged } = row
  return (!isEmpty(row) || row.isChosen || row.decided) && (isChanged || saved === null || saved.source === 'person' || saved.reviewed)
}

/** A short label for a row's current state. */
export function stateOf({ saved, decided, isChosen, isChanged, fgl_absent_flag }: Row): string {
  if (!isChanged && saved?.source === 'generated' && !saved.reviewed) return fgl_absent_flag ? 'Suggested' : 'Not decided'
  if (!decided) return isChosen ? 'Undecided' : 'Not decided'
  return fgl_absent_flag ? 'Absent' : 'Present'
}

/** Whether someone still has to choose absent, present or undecided. */
export const isOpen = (row: Row) => ['Suggested', 'Not decided'].includes(stateOf(row))

const has = ({ saved }: Row, stance: Stance) => saved?.citations.some((one) => one.stance === stance) === true

/** Whether there's feedback both for and against the red flag. */
export const isDisputed = (row: Row) => has(row, 'for') && has(row, 'against')

/** Severe conduct is listed under every red flag it's found for. */
const isSevere = ({ saved }: Row) => saved?.citations.some((one) => one.grave !== null && one.stance !== 'against') === true

/** Whether a draft found no evidence and no one has changed its text. */
const isWithoutEvidence = ({ saved, fgl_rationale }: Row) =>
  saved?.source === 'generated' && saved.citations.length === 0 && fgl_rationale === (saved.fgl_rationale ?? '')

/** The reading order of rows: severe ones, disputed ones, those with evidence for the red flag (most quotes first), then unclear ones. */
function weightOf(row: Row): number {
  const count = row.saved?.citations.filter((one) => one.stance === 'for').length ?? 0
  if (isSevere(row)) return 2_000 + count
  if (count > 0) return (isDisputed(row) ? 1_000 : 10) + count
  if (has(row, 'unclear')) return 3
  if (has(row, 'against')) return 1
  return isWithoutEvidence(row) ? 0 : 2
}

/** IDs in reading order, and those collapsed into one line: several without evidence and in the same state. */
export function readingOf(rows: Row[]): { order: number[]; folded: number[] } {
  const order = rows.toSorted((a, b) => weightOf(b) - weightOf(a)).map(({ flag }) => flag.fgl_ref_red_flag_id)
  const empty = rows.filter(isWithoutEvidence)
  const isOneLine = empty.length > 1 && new Set(empty.map(stateOf)).size === 1
  return { order, folded: isOneLine ? empty.map(({ flag }) => flag.fgl_ref_red_flag_id) : [] }
}

const KEY = 'editor_draft_red_flags_'

export function readEdits(user_session_id: number): Edits {
  try {
    return JSON.parse(localStorage.getItem(KEY + user_session_id) ?? '{}') as Edits
  } catch {
    return {}
  }
}

/** Stored in this browser until submitted, so a crash loses nothing. */
export function keepEdits(user_session_id: number, edits: Edits): void {
  try {
    if (Object.keys(edits).length === 0) localStorage.removeItem(KEY + user_session_id)
    else localStorage.setItem(KEY + user_session_id, JSON.stringify(edits))
  } catch {
    // If the browser can't store anything, there's still a warning before leaving the page.
  }
}
