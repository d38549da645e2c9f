import { useState, type RefObject } from 'react'
import { errorOfFile } from './resume-file.ts'

/** The file a person picked or dropped, once its first bytes show that it's a PDF. */
export function useChosenFile(input: RefObject<HTMLInputElement | null>, first: string | null) {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState(first)

  /** `files`: none, one, or (dropped) several. */
  async function choose(files: FileList | null) {
    const [chosen] = files ?? []
    const wrong = files && files.length > 1 ? `You dropped ${files.length} files. Please drop one PDF.` : chosen ? await errorOfFile(chosen) : null
    if (wrong || !chosen) return refuse(wrong)
    if (input.current && files) input.current.files = files
    setRefusal(null)
    setFile(chosen)
  }

  /** Deselects the file; `words` explain why. */
  function refuse(words: string | null) {
    if (input.current) input.current.value = ''
    setFile(null)
    setRefusal(words)
  }

  return { file, refusal, choose, refuse, forgetRefusal: () => setRefusal(null) }
}
