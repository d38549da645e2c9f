import { matchesGlob } from 'node:path'

/** One instruction: its keyword, flags such as `--from=build`, and the rest of the line. */
export type Step = { word: string; flags: Record<string, string>; rest: string }
export type Stage = { base: string; name: string; steps: Step[] }

const KNOWN = new Set(['FROM', 'ENV', 'WORKDIR', 'COPY', 'RUN', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL', 'CMD'])

/** Parses the parts of the Dockerfile format that ours uses. Throws for anything else, so no step is skipped silently. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of linesOf(text)) {
    const [word = '', ...words] = line.split(' ')
    if (!KNOWN.has(word)) throw new Error(`'${word}' isn't an instruction this program knows: ${line}`)
    if (word === 'FROM') stages.push({ base: words[0]!, name: words[1] === 'AS' ? words[2]! : String(stages.length), steps: [] })
    else stages.at(-1)!.steps.push(stepOf(word, words))
  }
  return stages
}

function linesOf(text: string): string[] {
  const bare = text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  return bare
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
}

function stepOf(word: string, words: string[]): Step {
  const at = words.findIndex((one) => !one.startsWith('--'))
  const flags = Object.fromEntries(words.slice(0, at).map((one) => one.slice(2).split('=') as [string, string]))
  return { word, flags, rest: words.slice(at).join(' ') }
}

/** Parses any number of plain `NAME=value` pairs after `ENV`. */
export function pairsIn(rest: string): Record<string, string> {
  return Object.fromEntries(rest.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Returns a function that checks whether a path is in the build context; the last matching pattern of `.dockerignore` decides. */
export function contextOf(ignored: string): (path: string) => boolean {
  const patterns = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return (path) => {
    const within = path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))
    const last = patterns.findLast((pattern) => within.some((one) => matchesGlob(one, pattern.replace(/^!/, ''))))
    return last === undefined || last.startsWith('!')
  }
}
