const MAX_BYTES = 10 * 1024 * 1024

/** What can be told without reading the file; the server looks inside. */
export function errorOfFile(file: File): string | null {
  if (file.type !== 'application/pdf' || !/\.pdf$/i.test(file.name)) return 'Only PDF files are supported. Please select a PDF file.'
  if (file.size === 0) return 'This file is empty. Select another one.'
  return file.size > MAX_BYTES ? 'This file is larger than 10 MB. Select a smaller one.' : null
}

export function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
