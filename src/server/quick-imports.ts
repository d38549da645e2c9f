import { readFileSync } from 'node:fs'
import module from 'node:module'

/**
 * Imported before anything else. Node reads and parses a package.json again for each import it maps and each module whose format it needs: ours for
 * `#server/…`, and drizzle-orm's (179 KB, 447 exports) for its 107 modules and every import of it. That took up most of startup. This resolves our
 * own files directly, looks each package up once, and hardcodes that drizzle-orm uses ES modules.
 */
const ROOT = new URL('../../', import.meta.url)
const OWN = new URL('src/', ROOT).href
const DRIZZLE = '/node_modules/drizzle-orm/'
const { imports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { imports: Record<string, string> }
const ROOMS = new Map(Object.entries(imports).map(([from, to]) => [from.replace('/*', ''), new URL(to.replace('*', ''), ROOT).href]))
const packages = new Map<string, module.ResolveFnOutput>()

module.registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    const isRelative = specifier.startsWith('.')
    if (isRelative && parentURL.includes(DRIZZLE)) return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!parentURL.startsWith(OWN) || !context.conditions.includes('import')) return next(specifier, context)
    if (specifier.endsWith('.ts') && (isRelative || specifier.startsWith('#'))) return ownFile(specifier, parentURL)
    if (isRelative) return next(specifier, context)
    const found = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    packages.set(specifier, found)
    return found
  },
})

function ownFile(specifier: string, parentURL: string): module.ResolveFnOutput {
  const slash = specifier.indexOf('/')
  const room = ROOMS.get(specifier.slice(0, slash))
  const url = room ? room + specifier.slice(slash + 1) : new URL(specifier, parentURL).href
  return { url, format: 'module-typescript', shortCircuit: true }
}
