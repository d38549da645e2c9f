import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Real emails nest tables about 60 deep; recursive HTML readers fail at a few thousand. */
const MAX_DEPTH = 200
const NOT_TEXT = ['script', 'textarea', 'option', 'select', 'noscript', 'template', 'iframe', 'title', 'svg', 'math', 'xmp', 'noembed', 'noframes']

/** Returns the style sheets in an email's HTML, using the same parser as the sanitizer; null for HTML that's nested too deep. Runs in linear time. */
export function readMail(html: string): { sheets: string[] } | null {
  const { Parser } = require('htmlparser2') as typeof import('htmlparser2')
  const open: string[] = []
  const sheets: string[] = []
  let hidden = 0
  const depth = { most: 0 }
  const parser = new Parser({
    onopentagname(name) {
      open.push(name)
      if (NOT_TEXT.includes(name)) hidden += 1
      if (name === 'style' && hidden === 0) sheets.push('')
      depth.most = Math.max(depth.most, open.length)
    },
    ontext(text) {
      if (open.at(-1) === 'style' && hidden === 0) sheets.push(sheets.pop()! + text)
    },
    onclosetag(name) {
      if (open.at(-1) !== name) return
      open.pop()
      if (NOT_TEXT.includes(name)) hidden -= 1
    },
  })
  for (let at = 0; at < html.length && depth.most <= MAX_DEPTH; at += 4_096) parser.write(html.slice(at, at + 4_096))
  if (depth.most > MAX_DEPTH) return null
  parser.end()
  return { sheets }
}
