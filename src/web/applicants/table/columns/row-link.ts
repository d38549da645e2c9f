/** Focuses an applicant's row once it has been rendered; a row that was just scrolled to takes a frame or two. */
export function focusRow(within: HTMLElement | null, id: number, tries = 10): void {
  const link = within?.querySelector<HTMLElement>(`[data-row="${id}"]`)
  if (link) link.focus()
  else if (tries > 0) requestAnimationFrame(() => focusRow(within, id, tries - 1))
}

/** The applicant whose row has the focus. */
export function focusedRowId(): number | null {
  const row = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined ? null : Number(row)
}
