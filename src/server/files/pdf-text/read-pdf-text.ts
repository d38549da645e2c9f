import { spawn, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { frameOf, readFrames } from './frames.ts'

const PROCESS = fileURLToPath(new URL('./pdf-text-process.ts', import.meta.url))
const FRAMES = fileURLToPath(new URL('./frames.ts', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../../../../package.json', import.meta.url))
const PDFJS = fileURLToPath(new URL('../../', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))
const LIMITS = { longestMs: 60_000, maxBytes: 400 * 1024 * 1024 }
const LOW_PRIORITY = 5

export type PdfReader = { read: (content: Buffer) => Promise<string>; close: () => void }

/**
 * Extracts the text of PDFs line by line; empty if a PDF has no text, can't be read, or takes more than a minute or 400 MB. Untrusted files are read
 * one at a time in a separate process that has no environment, writes no files, and opens none but its own code. If it exceeds a limit, it's killed,
 * and the next file gets a new process.
 */
export function openPdfReader({ longestMs, maxBytes } = LIMITS): PdfReader {
  let child: Child | null = null
  return {
    async read(content) {
      child ??= start(maxBytes)
      const { reading, frames } = child
      const timer = setTimeout(() => reading.kill('SIGKILL'), longestMs)
      reading.stdin!.write(frameOf(content))
      const { value } = await frames.next()
      clearTimeout(timer)
      if (!value) child = null
      return value?.toString() ?? ''
    },
    close() {
      child?.reading.kill('SIGKILL')
      child = null
    },
  }
}

type Child = { reading: ChildProcess; frames: AsyncGenerator<Buffer, undefined> }

function start(maxBytes: number): Child {
  const reading = spawn(process.execPath, [...allowed(), PROCESS, String(maxBytes)], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  reading.on('spawn', () => lowerPriority(reading.pid!))
  // The process might not start, or might end before reading everything; either way, no text arrives.
  reading.on('error', () => reading.stdout.destroy())
  reading.stdin.on('error', () => {})
  return { reading, frames: readFrames(reading.stdout) }
}

function allowed(): string[] {
  const files = [PROCESS, FRAMES, PACKAGE, PDFJS].flatMap((path) => [path, realpathSync(path)])
  return ['--permission', '--allow-worker', ...[...new Set(files)].map((path) => `--allow-fs-read=${path}`), '--max-old-space-size=192', '--no-warnings']
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY)
  } catch {
    // The process has already ended, or the system doesn't support priorities.
  }
}
