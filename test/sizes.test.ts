import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { filesIn } from './source-files.ts'

const LINES_A_FILE = 300
const LINES_A_FUNCTION = 40
const LINES_A_COMPONENT = 80
const FILES_A_FOLDER = 25

/** Tables of facts, which are long because of the number of facts, not because of logic. */
const DATA = [
  /^demo\//,
  /^lab\/(bench\/)?rationale\/.*(cases|sentences|injections)[^/]*\.ts$/,
  /^src\/contract\/statuses\/status-meanings\.ts$/,
  /^src\/server\/db\/(tables\.ts|reference\/)/,
  /^src\/server\/people\/personal-tables\.ts$/,
  /^src\/server\/settings\/table\.ts$/,
]

const all = ['src', 'test', 'lab', 'demo', 'scripts'].flatMap(filesIn)
const code = all.filter((path) => /\.(tsx?|mjs)$/.test(path) && !DATA.some((data) => data.test(path)))

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Function = { name: string; lines: number }

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Returns every function in a file, with its name if it has one. A `describe` callback doesn't count. */
function functionsOf(path: string, text: string): Function[] {
  const found: Function[] = []
  const visit = (node: unknown, name = ''): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, name))
    // Something short can't contain anything too long.
    if (!isNode(node) || linesOf(text.slice(node.start, node.end)) <= LINES_A_FUNCTION) return
    if (FUNCTIONS.includes(node.type) && name !== 'describe') found.push({ name: nameOf(node.id) ?? name, lines: linesOf(text.slice(node.start, node.end)) })
    for (const [key, child] of Object.entries(node)) visit(child, nameFor(node, key, text))
  }
  visit(parseSync(path, text).program.body)
  return found
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (id: unknown) => (isNode(id) ? (id['name'] as string | undefined) : undefined)

/** Returns the name of the function at this position in the tree. */
function nameFor(parent: Node, key: string, text: string): string | undefined {
  if (key === 'init') return nameOf(parent['id'])
  if (key === 'value') return nameOf(parent['key'])
  const callee = parent['callee']
  return key === 'arguments' && isNode(callee) && /^(test\.)?describe\b/.test(text.slice(callee.start, callee.end)) ? 'describe' : undefined
}

/** Counts lines of code: comments must not make a function too long. */
const linesOf = (text: string) => text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length

function tooLong(path: string, text: string): string[] {
  return functionsOf(path, text).flatMap(({ name, lines }) => {
    const most = path.endsWith('.tsx') && /^[A-Z]/.test(name) ? LINES_A_COMPONENT : LINES_A_FUNCTION
    return lines > most ? [`${path} ${name || '(unnamed)'}: ${lines} lines of at most ${most}`] : []
  })
}

test(`files have at most ${LINES_A_FILE} lines`, () => {
  const long = code.filter((path) => readFileSync(path, 'utf8').split('\n').length - 1 > LINES_A_FILE)
  expect(long).toEqual([])
})

test(`functions have at most ${LINES_A_FUNCTION} lines, components ${LINES_A_COMPONENT}`, () => {
  const long = code.flatMap((path) => tooLong(path, readFileSync(path, 'utf8')))
  expect(long).toEqual([])
  // Parsing the whole project takes a while alongside other checks.
})

test(`folders have at most ${FILES_A_FOLDER} files`, () => {
  const folders = Map.groupBy(all, (path) => dirname(path))
  const full = [...folders].flatMap(([folder, files]) => (files.length > FILES_A_FOLDER ? [`${folder}: ${files.length} files`] : []))
  expect(full).toEqual([])
})

test('the search for long functions finds them and distinguishes components from functions', () => {
  const body = 'return [\n' + '1,\n'.repeat(50) + ']'
  const found = (path: string, text: string) => tooLong(path, text).map((one) => one.split(' ')[1])
  expect(found('a.ts', `export function long() {\n${body}\n}`)).toEqual(['long:'])
  expect(found('a.ts', `const long = async () => {\n${body}\n}`)).toEqual(['long:'])
  expect(found('a.ts', `test('x', () => {\n${body}\n})`)).toEqual(['(unnamed):'])
  expect(found('a.tsx', `export function useLong() {\n${body}\n}`)).toEqual(['useLong:'])
  expect(found('a.tsx', `export function Long() {\n${body}\n}`)).toEqual([])
  expect(found('a.ts', `describe('x', () => {\n${body}\n})`)).toEqual([])
  expect(found('a.ts', `function short() {\n${'// why\n'.repeat(50)}}`)).toEqual([])
})
