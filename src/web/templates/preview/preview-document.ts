const TAG = /<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi
const STYLE = /\sstyle="([^"]*)"/i
const ENTITIES: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/**
 * An email as shown in the preview's frame. The page's policy allows style elements with its nonce but no style attributes, so each attribute becomes
 * a rule. Colors in dark mode depend on the reader's email app; `isDark` shows a dark background.
 */
export function previewDocument(html: string, { nonce, isDark }: { nonce: string; isDark: boolean }): string {
  const rules: string[] = []
  const marked = html.replace(TAG, (tag) => {
    const style = STYLE.exec(tag)
    if (!style) return tag
    rules.push(decode(style[1]!).replace(/[<{}]/g, ''))
    return tag.replace(STYLE, ` data-rule="${rules.length}"`)
  })
  const ground = isDark ? ':root{color-scheme:dark;background:#1b1c1d;color:#e8e8e8}a{color:#8ab4f8}' : ':root{color-scheme:light;background:#fff;color:#111}'
  const sheet = `${ground}body{margin:16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}`
  const own = rules.map((rule, at) => `${`[data-rule="${at + 1}"]`.repeat(3)}{${rule}}`).join('')
  return marked
    .replace(/<style>/gi, `<style nonce="${nonce}">`)
    .replace('</head>', `<style nonce="${nonce}">${sheet}</style><style nonce="${nonce}">${own}</style></head>`)
}

function decode(text: string): string {
  return text.replace(/&(?:quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
}
