// Compares a run's screenshots (`npm run screens`) with an earlier run's, and writes the sheet that shows them.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'

// The PNG decoder that comes with the browser tests.
const { PNG } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle')
/** The share of pixels that may differ when a time has changed, such as when someone was last active. */
const SLIGHTLY = 0.001

/** Makes `next` the latest run (and the latest run the previous one) or the latest partial run. Returns the folders to compare. */
export function keepRun(out, { isWhole, earlier }) {
  const [next, latest, previous, part] = ['next', 'latest', 'previous', 'part'].map((name) => join(out, name))
  if (isWhole && existsSync(latest)) replace(previous, latest)
  replace(isWhole ? latest : part, next)
  if (earlier && earlier !== latest) return { now: isWhole ? latest : part, before: earlier }
  return isWhole ? { now: latest, before: previous } : { now: part, before: latest }
}

function replace(folder, by) {
  rmSync(folder, { recursive: true, force: true })
  renameSync(by, folder)
}

/** Returns the path of the sheet. */
export function writeSheet({ now, before, names, widths, themes, failed }) {
  const looks = widths.flatMap((width) => themes.map((theme) => ({ width, look: `${width}-${theme}` })))
  const rows = names.map((name) => {
    const pictures = looks.map(({ width, look }) => ({ width, look, ...compared(join(now, `${name}-${look}.png`), join(before, `${name}-${look}.png`)) }))
    return { name, pictures, changed: Math.max(...pictures.map((one) => one.changed)) }
  })
  const taken = new Set(readdirSync(now))
  const gone = existsSync(before) ? readdirSync(before).filter((file) => file.endsWith('.png') && !taken.has(file)) : []
  const file = join(now, 'index.html')
  writeFileSync(file, sheet({ rows: rows.toSorted((a, b) => b.changed - a.changed), from: relative(now, before), gone, failed }))
  return file
}

/** Returns the share of pixels that differ, as `changed`; 1 for a screenshot without an earlier one. */
function compared(now, before) {
  if (!existsSync(now)) return { changed: 0, isMissing: true }
  if (!existsSync(before)) return { changed: 1, isNew: true }
  const [a, b] = [readFileSync(now), readFileSync(before)]
  return { changed: a.equals(b) ? 0 : shareOf(PNG.sync.read(a), PNG.sync.read(b)) }
}

function shareOf(a, b) {
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)]
  const [one, other] = [a, b].map(({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4))
  let same = 0
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (one[y * a.width + x] === other[y * b.width + x]) same++
  return 1 - same / Math.max(one.length, other.length)
}

function sheet({ rows, from, gone, failed }) {
  const changed = rows.filter((row) => row.changed > SLIGHTLY)
  const slightly = rows.filter((row) => row.changed > 0 && row.changed <= SLIGHTLY)
  const same = rows.filter((row) => row.changed === 0)
  const list = (title, lines) =>
    lines.length === 0 ? '' : `<h2>${title} (${lines.length})</h2><ul>${lines.map((line) => `<li>${escaped(line)}`).join('')}</ul>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>
<h1>Screens</h1><label>Scale <input type="range" min="0.1" max="1" step="0.05" value="0.3"></label>
${list('Failed', failed)}${list('No longer there', gone)}
<h2>Changed (${changed.length})</h2>${changed.map((row) => line(row)).join('\n')}
<h2>Slightly changed (${slightly.length})</h2>${slightly.map((row) => line(row)).join('\n')}
<h2>Unchanged (${same.length})</h2>${same.map((row) => line(row)).join('\n')}
<dialog><form method="dialog"><button>Close</button></form><div></div></dialog>
<script>const BEFORE = ${JSON.stringify(from)};${SCRIPT}</script></html>`
}

function line({ name, pictures }) {
  const cells = pictures.map(({ look, width, changed, isNew, isMissing }) => {
    if (isMissing) return ''
    const file = `${name}-${look}.png`
    const note = isNew ? 'new' : changed > 0 ? `${(changed * 100).toFixed(changed < 0.001 ? 3 : 1)}% changed` : ''
    return `<figure${note && ' class="changed"'}><figcaption>${look} <b>${note}</b></figcaption><img loading="lazy" data-new="${Boolean(isNew)}" style="--width:${width}px" src="${file}" alt="${file}"></figure>`
  })
  return `<section><h3>${name}</h3><div>${cells.join('')}</div></section>`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const STYLE = `
:root { --scale: 0.3; font: 14px system-ui }
section > div { display: flex; gap: 12px; align-items: start; overflow-x: auto }
figure { margin: 0 }
img { width: calc(var(--width) * var(--scale)); border: 1px solid #999; cursor: zoom-in }
.changed img { border-color: #d00 }
b { color: #d00 }
dialog { width: 96vw; max-width: none; height: 96vh; max-height: none }
dialog div { display: flex; gap: 12px; align-items: start }
dialog figure { flex: 1; position: relative }
dialog img { width: 100%; cursor: auto }
dialog .difference img + img { position: absolute; inset: auto 0 auto 0; mix-blend-mode: difference }`

/** Opens a screenshot next to the earlier one and an overlay of both, in which unchanged pixels are black. */
const SCRIPT = `
document.querySelector('input').oninput = ({ target }) => document.documentElement.style.setProperty('--scale', target.value)
const dialog = document.querySelector('dialog')
document.body.addEventListener('click', ({ target }) => {
  if (!target.matches('section img')) return
  const file = target.getAttribute('src')
  const [now, before] = [file, BEFORE + '/' + file].map((src) => '<img src="' + src + '" alt="">')
  const one = (title, images, kind = '') => '<figure class="' + kind + '"><figcaption>' + title + '</figcaption>' + images + '</figure>'
  const isChanged = target.dataset.new === 'false' && target.closest('.changed')
  dialog.querySelector('div').innerHTML = isChanged ? one('Before', before) + one('Now', now) + one('Difference', before + now, 'difference') : one('Now', now)
  dialog.showModal()
})`
