/** Shows the selected time in the bar. */
export function nameHeldTime(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-hold]')
  const name = () => {
    const chosen = button?.form?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (button && chosen) button.textContent = button.dataset['hold']!.replace('{time}', chosen.getAttribute('aria-label')!)
  }
  button?.form?.addEventListener('change', name)
  // On Back, the browser restores the selection.
  name()
}
