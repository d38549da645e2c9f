/** Copies text to the clipboard. Returns whether that worked: browsers can block it, and only allow it on secure pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
