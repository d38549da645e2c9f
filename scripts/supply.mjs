// Checks the supply chain: the lockfile is complete and refers to no other sources, no package is older than its security fixes, and an SBOM can be
// generated.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const readJson = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

/** Returns a lockfile's problems, as sentences. */
export function findLockFaults({ name, dependencies, devDependencies, optionalDependencies }, lock, floors) {
  const { '': root, ...packages } = lock.packages
  const faults = []
  for (const [kind, wanted] of Object.entries({ dependencies, devDependencies, optionalDependencies }))
    if (JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(root[kind])))
      faults.push(`${kind} of package.json and package-lock.json differ: run npm install`)
  if (root.name !== name) faults.push(`the lockfile is for ${root.name}`)
  for (const [path, { version, resolved, integrity, link, inBundle }] of Object.entries(packages)) {
    const packageName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (link) faults.push(`${path} is a link`)
    // Without a URL, a package comes from npm's configured registry; a git or tarball URL would bypass it.
    else if (resolved !== undefined) faults.push(`${path} names where it comes from: ${resolved}`)
    else if (!inBundle && !integrity?.startsWith('sha512-')) faults.push(`${path} has no sha512 integrity`)
    const [floor, why] = floors[packageName] ?? []
    if (floor && version && isOlder(version, floor)) faults.push(`${path} is ${version}, below ${floor}: ${why}`)
  }
  return faults
}

const sorted = (versions = {}) => Object.entries(versions).toSorted(([a], [b]) => a.localeCompare(b))

function isOlder(version, floor) {
  const [have, need] = [version, floor].map((one) => one.split(/[.-]/).map(Number))
  const place = [0, 1, 2].find((at) => have[at] !== need[at])
  return place !== undefined && have[place] < need[place]
}

function findSbomFaults() {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const text = execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] })
  const { components = [] } = JSON.parse(text)
  const missing = Object.keys(readJson('package.json').dependencies).filter(
    (name) => !components.some((one) => `${one.group ? `${one.group}/` : ''}${one.name}` === name),
  )
  return missing.map((name) => `the SBOM doesn't name ${name}`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const faults = [...findLockFaults(readJson('package.json'), readJson('package-lock.json'), readJson('scripts/version-floors.json')), ...findSbomFaults()]
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
