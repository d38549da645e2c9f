import { Transform } from 'node:stream'
import { DEMO_PATH, LEAVE_DEMO_PATH } from '#contract/first-run/first-run.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'

/** No page's head is longer than this. */
const LONGEST_HEAD = 512 * 1024

const HEAD = `<link rel="stylesheet" href="${DEMO_PATH}.css"><script src="${DEMO_PATH}.js"></script>`

/** Returns a stream that adds a bar at the top of a page and separates the page's storage. Responses without a body element pass through unchanged. */
export function withBar(owner: string): () => Transform {
  const bar = Buffer.from(barFor(owner)).toString('latin1')
  return () => {
    let start: Buffer[] | null = []
    // Latin 1 preserves every byte.
    const htmlWithBar = () =>
      Buffer.concat(start!)
        .toString('latin1')
        .replace(/<head[^>]*>/, (tag) => tag + HEAD)
        .replace(/<body[^>]*>/, (tag) => tag + bar)
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!start) return done(null, chunk)
        start.push(chunk)
        const all = Buffer.concat(start)
        if (all.length < LONGEST_HEAD && !/<body[^>]*>/.test(all.toString('latin1'))) return done()
        const page = Buffer.from(htmlWithBar(), 'latin1')
        start = null
        done(null, page)
      },
      flush: (done) => done(null, start ? Buffer.concat(start) : undefined),
    })
  }
}

function barFor(owner: string): string {
  return `<aside class="demo-bar" aria-label="Demo">
<p><strong>Demo with made-up data.</strong> <a href="/">Careers site</a> <a href="/admin">Staff pages</a> <span>Sign in as ${escapeHtml(owner)} with the code in the <a href="/dev/mail" target="_blank">demo's mailbox</a>.</span></p>
<form method="post" action="${LEAVE_DEMO_PATH}"><button type="submit" name="leave" value="yes">Leave the demo and delete its data</button></form>
</aside>`
}

/** Its own colors, because the staff app and the public pages have different ones. */
export const DEMO_STYLES = `
.demo-bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem; position: relative; z-index: 400;
  padding: 0.5rem 1rem; background: #4a1d6b; color: #fff; font: 0.875rem/1.5 system-ui, sans-serif; text-align: start }
.demo-bar p { flex: 1 1 18rem; margin: 0; max-width: none }
.demo-bar p > * { margin-inline-end: 0.75rem }
.demo-bar.demo-bar a { display: inline-block; min-height: 1.5rem; color: inherit; text-decoration: underline }
.demo-bar form { margin: 0 }
.demo-bar button { min-height: 2rem; padding: 0.25rem 0.75rem; border: 1px solid #fff; border-radius: 0.375rem; background: #fff; color: #4a1d6b;
  font: inherit; font-weight: 600; cursor: pointer }
.demo-bar.demo-bar :focus-visible { outline: 3px solid #ffd54a; outline-offset: 2px }
p.demo { display: none }
@media print { .demo-bar { display: none } }
`

/**
 * Separates what the demo's pages store in the browser from what the installation's pages store, such as a session, and deletes it at the end. Also
 * closes the demo in other tabs, so nothing typed there can reach the installation.
 */
export const DEMO_SCRIPT = `
(() => {
  const prefix = '${DEMO_PATH} '
  const real = { localStorage: window.localStorage, sessionStorage: window.sessionStorage }
  const keysOf = (kept) => Object.keys(kept).filter((key) => key.startsWith(prefix))
  const forget = () => { for (const kept of Object.values(real)) for (const key of keysOf(kept)) kept.removeItem(key) }
  const channel = new BroadcastChannel(prefix)
  if (document.currentScript.dataset.ended !== undefined) { forget(); channel.postMessage('ended'); return }
  channel.onmessage = () => location.replace('/')
  const names = (kept) => keysOf(kept).map((key) => key.slice(prefix.length))
  const apart = (kept) => {
    const methods = {
      getItem: (key) => kept.getItem(prefix + key),
      setItem: (key, value) => kept.setItem(prefix + key, value),
      removeItem: (key) => kept.removeItem(prefix + key),
      clear: () => { for (const key of keysOf(kept)) kept.removeItem(key) },
      key: (at) => names(kept)[at] ?? null,
    }
    return new Proxy({}, {
      get: (_, name) => name === 'length' ? names(kept).length : methods[name] ?? kept.getItem(prefix + String(name)) ?? undefined,
      set: (_, name, value) => (kept.setItem(prefix + String(name), value), true),
      deleteProperty: (_, name) => (kept.removeItem(prefix + String(name)), true),
      has: (_, name) => names(kept).includes(name),
      ownKeys: () => names(kept),
      getOwnPropertyDescriptor: (_, name) => {
        const value = typeof name === 'string' ? kept.getItem(prefix + name) : null
        return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true }
      },
    })
  }
  for (const name of Object.keys(real)) Object.defineProperty(window, name, { value: apart(real[name]), configurable: true })
})()
`
