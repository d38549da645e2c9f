// Builds what browsers load (dist/client), the page that verifies packets (dist/verify) and the public pages' renderer (dist/pages), if any source
// has changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SOURCES = ['src/web', 'src/contract', 'vite.config.ts', 'package-lock.json']
const STAMP = 'dist/.stamp'
const NEXT = 'dist/next'
const COMPRESSED = /\.(js|css|svg|json|webmanifest|txt)$/

/** Returns true if anything was built. */
export async function build({ force = false, say = console.log } = {}) {
  const stamp = stampOf(SOURCES)
  const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp
  if (isBuilt && !force) return false

  say('Building the pages…')
  const started = performance.now()
  process.env.NODE_ENV = 'production'
  rmSync(STAMP, { force: true })
  const vite = await import('vite')
  // Builds next to the served files and moves everything into place once it's complete, so a failed build doesn't break anything.
  rmSync(NEXT, { recursive: true, force: true })
  await vite.build({ logLevel: 'warn', mode: 'islands', build: { outDir: `${NEXT}/client` } })
  await vite.build({ logLevel: 'warn', mode: 'staff', build: { outDir: `${NEXT}/client`, emptyOutDir: false, copyPublicDir: false } })
  mergeManifests(`${NEXT}/client`)
  await vite.build({ logLevel: 'warn', mode: 'verify', build: { outDir: `${NEXT}/verify` } })
  packVerifier(`${NEXT}/verify`)
  await vite.build({ logLevel: 'warn', build: { outDir: `${NEXT}/pages`, ssr: true } })
  await compress(`${NEXT}/client`)
  for (const part of ['client', 'verify', 'pages']) replace(`dist/${part}`, `${NEXT}/${part}`)
  rmSync(NEXT, { recursive: true, force: true })
  writeFileSync(STAMP, stamp)
  say(`Built the pages in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return true
}

/** Merges the builds' manifests into one; if two builds have the same name, it's the same file. */
function mergeManifests(folder) {
  const parts = ['manifest-staff.json', 'manifest-islands.json'].map((name) => join(folder, name))
  const whole = Object.assign({}, ...parts.map((part) => JSON.parse(readFileSync(part, 'utf8'))))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(whole))
  for (const part of parts) rmSync(part)
}

/** Inlines the script, so the page doesn't load anything; the policy allows only this script, by its hash. */
function packVerifier(folder) {
  const script = readFileSync(join(folder, 'verify.js'), 'utf8')
    .trim()
    .replaceAll('</script', String.raw`<\/script`)
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  const page = readFileSync('src/web/packet/verify.html', 'utf8')
  writeFileSync(
    join(folder, 'verify.html'),
    page.replace('POLICY', policy).replace(/(<script>)\s*SCRIPT;?\s*(<\/script>)/, (_, open, close) => open + script + close),
  )
}

function replace(place, next) {
  rmSync(place, { recursive: true, force: true })
  renameSync(next, place)
}

function stampOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Compresses each text file ahead of time, so no request has to. */
async function compress(folder) {
  const files = filesIn(folder).filter((file) => COMPRESSED.test(file))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file) {
  const content = readFileSync(file)
  if (content.length < 400) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: content.length > 300_000 ? 9 : 11 }
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(content, { params }), promisify(gzip)(content, { level: 9 })])
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, gzipped)
}

if (import.meta.main ?? process.argv[1]?.endsWith('build.mjs')) {
  const isForced = process.argv.includes('--force')
  if (!(await build({ force: isForced }))) console.log('The pages are built already.')
}
