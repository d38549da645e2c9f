import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

type Branch = { type: string; [part: string]: unknown }

/** What no candidate and nobody on the staff reads: made-up people and their texts, what only an operator sees, what a model is told. */
const NOT_READ =
  /\.test\.tsx?$|src\/server\/(db\/demo|operate|tracing)\/|src\/server\/(cli|env|log|main|http\/metrics|rationale\/prompt)\.ts$|src\/server\/db\/(connect|migrate)\.ts$/
const WITHIN_A_SENTENCE = new Set(['a', 'abbr', 'b', 'code', 'em', 'kbd', 'span', 'strong', 'time', 'Anchor', 'Kbd', 'Link'])
/** Stands for what is known only when the sentence is shown. */
const SOMETHING = 'one'

/** The texts of the product that candidates and staff read, by the file that they stand in. */
export function ownTexts(): Map<string, string[]> {
  const files = globSync('src/**/*.{ts,tsx}').filter((path) => !NOT_READ.test(path))
  return new Map(files.toSorted().map((path) => [path, textsOf(path)]))
}

function textsOf(path: string): string[] {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  return textsIn(program as unknown as Branch).filter((text) => text.trim() !== '')
}

/** Literals, templates and the text between tags; not names, paths, SQL, and what only a developer reads. */
function textsIn(branch: Branch): string[] {
  switch (branch.type) {
    case 'ImportDeclaration':
    case 'TSLiteralType':
    case 'TaggedTemplateExpression':
      return []
    case 'JSXAttribute':
      return (branch['name'] as Branch)['name'] === 'd' ? [] : partsOf(branch).flatMap(textsIn)
    case 'Property':
      return (branch['key'] as Branch)['name'] === 'summary' ? [] : partsOf(branch).flatMap(textsIn)
    case 'NewExpression':
      return (branch['callee'] as Branch)['name'] === 'Error' ? [] : partsOf(branch).flatMap(textsIn)
    case 'JSXElement':
    case 'JSXFragment':
      return [textOf(branch), ...partsOf(branch).flatMap(textsIn)]
    case 'Literal':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return [
        textOf(branch),
        ...(branch.type === 'Literal'
          ? []
          : partsOf(branch)
              .filter((part) => part.type !== 'Literal')
              .flatMap(textsIn)),
      ]
    default:
      return partsOf(branch).flatMap(textsIn)
  }
}

/** The text of the branch as it is read, with what is not a part of the sentence as a break. */
function textOf(branch: Branch): string {
  const all = (name: string) => branch[name] as Branch[]
  switch (branch.type) {
    case 'Literal':
      return typeof branch['value'] === 'string' ? branch['value'] : ''
    case 'JSXText':
      return (branch['value'] as string).replace(/\s+/g, ' ')
    case 'TemplateLiteral':
      return all('quasis')
        .map(({ value }) => (value as { cooked: string }).cooked)
        .join(SOMETHING)
    case 'BinaryExpression':
      return textOf(branch['left'] as Branch) + textOf(branch['right'] as Branch)
    case 'JSXExpressionContainer':
      return textOf(branch['expression'] as Branch) || SOMETHING
    case 'JSXElement':
    case 'JSXFragment':
      return all('children').map(textWithin).join('')
    default:
      return ''
  }
}

function textWithin(child: Branch): string {
  if (child.type !== 'JSXElement') return textOf(child)
  const { name } = (child['openingElement'] as { name: { name?: string } }).name
  return name !== undefined && WITHIN_A_SENTENCE.has(name) ? textOf(child) || SOMETHING : '\n'
}

function partsOf(branch: Branch): Branch[] {
  return Object.entries(branch)
    .filter(([name]) => name !== 'key' || branch.type !== 'Property')
    .flatMap(([, part]) => (Array.isArray(part) ? part : [part]))
    .filter((part): part is Branch => typeof part === 'object' && part !== null && typeof (part as Branch).type === 'string')
}

/** Where a text of paragraphs, HTML or several sentences breaks. Labels and single words are not sentences. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/<\/?(p|li|ul|ol|h\d|br|div)\b[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .split(/\n|(?<=[.!?…]['’”)]?)\s+(?=[\p{Lu}‘'{])/u)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => /^['‘“(]?[\p{Lu}{]/u.test(one) && one.split(' ').length >= 4)
}
