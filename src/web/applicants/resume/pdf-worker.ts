import 'pdfjs-dist/build/pdf.worker.min.mjs'

/** The console message that's the library's only sign that it left out an oversized picture. */
const LEFT_OUT = 'exceeded maximum allowed size'

const warn = console.warn
console.warn = (...words: unknown[]) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target but the page
  if (String(words[0]).includes(LEFT_OUT)) self.postMessage({ isLeftOut: true })
  warn(...words)
}
