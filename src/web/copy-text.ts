/** Copies text to the clipboard; returns whether it was copied, because browsers can refuse, and only offer it on secure pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
