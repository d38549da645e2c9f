import type { TableColumn } from '#contract/applicants/columns-shown.ts'

/** Less than this of a column, in rem, can't be read and looks like a mistake. */
const SLIVER = 5

/**
 * Widens the answers so that no column shows only a sliver beside the last one, which stays in place. `room`: the space left of it, in rem. Widths that
 * someone has set stay.
 */
export function fitWidths(
  shown: TableColumn[],
  widthOf: (column: TableColumn) => number,
  { room, isSet }: { room: number; isSet: (column: TableColumn) => boolean },
) {
  let used = 0
  const whole: TableColumn[] = []
  for (const column of shown) {
    if (used + widthOf(column) > room) break
    used += widthOf(column)
    whole.push(column)
  }
  const answers = whole.filter((column) => column.kind === 'answer' && !isSet(column))
  const left = room - used
  if (whole.length === shown.length || left >= SLIVER || answers.length === 0) return widthOf
  return (column: TableColumn) => widthOf(column) + (answers.includes(column) ? left / answers.length : 0)
}
