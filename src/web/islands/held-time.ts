/** Shows the selected time in the bar. */
export function nameHeldTime(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-hold]')
  const name = () => {
    const chosen = button?.form?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (button && chosen) button.replaceChildren(...piecesOf(button.dataset['hold']!.replace('{time}', chosen.getAttribute('aria-label')!)))
  }
  button?.form?.addEventListener('change', name)
  // On Back, the browser restores the selection.
  name()
}

/** The text, with its time kept on one line. */
function piecesOf(text: string): (string | Node)[] {
  return text.split(/(\d+:\d\d [AP]M \S+)/).map((piece, at) => {
    if (at % 2 === 0) return piece
    const clock = document.createElement('span')
    clock.className = 'clock'
    clock.textContent = piece
    return clock
  })
}
