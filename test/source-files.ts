import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type Import = { from: string; to: string; isType: boolean }

/** Returns every file under a folder, except generated migrations and installed packages. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return ['migrations', 'node_modules'].includes(name) ? [] : filesIn(path)
    return [path]
  })
}

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Returns the TypeScript files under a folder, excluding tests. */
export function sources(folder: string): string[] {
  return filesIn(folder).filter((path) => /\.tsx?$/.test(path) && !isTest(path))
}

/** Returns a file's imports, as paths from the repository root or package names. */
export function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const found = text.matchAll(/^(?:import|export|\}).*?\bfrom ['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm)
  return [...found].map(([line, from, bare, lazy]) => {
    const said = from ?? bare ?? lazy!
    const to = said.startsWith('.')
      ? relative('.', join(dirname(path), said))
      : said.replace(/^#(contract|server|web)\//, 'src/$1/').replace(/^#(test|lab|demo)\//, '$1/')
    return { from: path, to, isType: line.startsWith('import type') }
  })
}

/** Returns groups of files that import each other, directly or indirectly (Tarjan's strongly connected components). */
export function cyclesAmong(imports: Import[]): string[][] {
  const graph = Map.groupBy(imports, ({ from }) => from)
  const [numbers, lowest, stack, cycles] = [new Map<string, number>(), new Map<string, number>(), [] as string[], [] as string[][]]
  const visit = (file: string): void => {
    numbers.set(file, numbers.size)
    lowest.set(file, numbers.size - 1)
    stack.push(file)
    for (const { to } of graph.get(file) ?? []) {
      if (!graph.has(to)) continue
      if (!numbers.has(to)) visit(to)
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!))
    }
    if (lowest.get(file) !== numbers.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group.toSorted())
  }
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file)
  return cycles
}
