const MAX_BYTES = 10 * 1024 * 1024
/** How far into a PDF its signature can be. File names and types aren't reliable: mail apps and phones drop or change both. */
const HEAD_BYTES = 1024
export const ONLY_PDF = 'Only PDF files are supported. Please select a PDF file.'

/** What's wrong with the file as far as the browser can tell, or null. The server checks its contents. */
export async function errorOfFile(file: File): Promise<string | null> {
  if (file.size === 0) return 'This file is empty. Select another one.'
  if (!(await isPdf(file))) return ONLY_PDF
  return file.size > MAX_BYTES ? 'This file is larger than 10 MB. Select a smaller one.' : null
}

async function isPdf(file: File): Promise<boolean> {
  try {
    const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer())
    return head.includes('%PDF-')
  } catch {
    // The file was moved or can't be read, so the server couldn't get it either.
    return false
  }
}

export function formatSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
