import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csvColumns, tableColumns } from '#contract/applicants/columns-shown.ts'
import { LIST_COLUMNS } from '#contract/applicants/list-columns.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import { cyclesAmong, filesIn, importsOf, sources, type Import } from './source-files.ts'

const DOMAINS = [
  'brand',
  'auth',
  'questions',
  'roles',
  'staff',
  'audit-trail',
  'templates',
  'interviews',
  'interviewers',
  'applications',
  'figures',
  'careers',
  'statuses',
  'applicants',
  'candidate',
  'licenses',
  'scheduling',
  'feedback',
  'red-flags',
  'packet',
  'protected-pdf',
  'dashboard',
  'first-run',
]
/** Server modules that don't depend on any domain. */
const GROUND = ['http', 'db', 'mail', 'bookings', 'calendar', 'rationale', 'files', 'sso', 'queue', 'audit', 'people', 'tracing', 'versions']
const SQL = ['drizzle-orm', 'pg', '@electric-sql/pglite', '@electric-sql/pglite-socket']
const WEB_FRAMEWORK = [
  'fastify',
  '@fastify/cookie',
  '@fastify/helmet',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/swagger',
  'fastify-type-provider-zod',
  'fastify-plugin',
]

const all = sources('src').flatMap(importsOf)
const broken = (isBroken: (one: Import) => boolean) => all.filter(isBroken).map(({ from, to }) => `${from} imports ${to}`)
const domainOf = (path: string) => DOMAINS.indexOf(/^src\/(?:server|web)\/([^/]+)\//.exec(path)?.[1] ?? '')
const packageOf = (to: string) => (to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : to.split('/')[0]!)

test('all imports in the source can be parsed', () => {
  expect(all.length).toBeGreaterThan(100)
})

test('there are no import cycles', () => {
  const everything = ['src', 'test', 'lab', 'demo'].flatMap(filesIn).filter((path) => /\.tsx?$/.test(path))
  expect(cyclesAmong(everything.flatMap(importsOf))).toEqual([])
  const line = (from: string, to: string) => ({ from, to, isType: false })
  expect(cyclesAmong([line('a', 'b'), line('b', 'c'), line('c', 'a'), line('c', 'd'), line('d', 'e')])).toEqual([['a', 'b', 'c']])
})

test('web and server never import each other', () => {
  expect(
    broken(({ from, to }) => (from.startsWith('src/server/') && to.startsWith('src/web/')) || (from.startsWith('src/web/') && to.startsWith('src/server/'))),
  ).toEqual([])
})

test('the contract imports only zod and itself', () => {
  expect(broken(({ from, to }) => from.startsWith('src/contract/') && !to.startsWith('src/contract/') && to !== 'zod')).toEqual([])
})

test('a domain imports only domains listed before it', () => {
  expect(broken(({ from, to }) => domainOf(from) >= 0 && domainOf(to) > domainOf(from))).toEqual([])
})

test("shared modules don't import domain modules", () => {
  const isGround = (path: string) => GROUND.some((room) => path.startsWith(`src/server/${room}/`)) || /^src\/web\/(ui|layout)\//.test(path)
  expect(broken(({ from, to }) => isGround(from) && domainOf(to) >= 0)).toEqual([])
})

test('SQL appears only in db, people and store modules', () => {
  const mayAsk = (path: string) => /^src\/server\/(db|people)\//.test(path) || /\/[a-z-]*store\.ts$/.test(path)
  expect(broken(({ from, to }) => SQL.includes(packageOf(to)) && !mayAsk(from))).toEqual([])
})

// The framework's types may be used elsewhere, but only these files call it.
test('the web framework is used only in app, http and route modules', () => {
  const mayServe = (path: string) =>
    path === 'src/server/app.ts' || path.startsWith('src/server/http/') || /\/(routes|pages|[a-z-]*-routes|cookie|identify|dev-mailbox)\.ts$/.test(path)
  expect(broken(({ from, to, isType }) => WEB_FRAMEWORK.includes(packageOf(to)) && !isType && !mayServe(from))).toEqual([])
})

test('traces are created in one module', () => {
  expect(broken(({ from, to }) => packageOf(to).startsWith('@opentelemetry') && !from.startsWith('src/server/tracing/'))).toEqual([])
})

test('templates are looked up by purpose, and only one table knows their names', () => {
  // The status 'Position Closed' has the same name as its template.
  const names = Object.values(PURPOSES).flatMap(({ template_name }) => (template_name === null || template_name === 'Position Closed' ? [] : template_name))
  const isNaming = (path: string) => names.some((name) => readFileSync(path, 'utf8').includes(`'${name}'`))
  expect(['src', 'demo'].flatMap(sources).filter(isNaming)).toEqual(['src/contract/templates/purposes.ts'])
})

test('one table lists the columns of the applicant list', () => {
  const TABLE = 'src/contract/applicants/list-columns.ts'
  const held = ['licenses', 'decision', 'reason', 'link'] as const
  const shapes = [true, false].map((identifiable) => ({ identifiable, filtered: { q: true, decided: true }, held: [...held] }))
  const headers = new Set(shapes.flatMap((shape) => [...tableColumns(shape, []), ...csvColumns(shape, [])].map(({ header }) => header)))
  expect(headers.size).toBeGreaterThan(18)
  const isList = (path: string) => /^src\/(contract\/applicants|server\/applicants\/list|web\/applicants\/table)\//.test(path)
  const naming = sources('src').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const named = [...headers].filter((header) => (header.includes(' ') || isList(path)) && (text.includes(`'${header}'`) || text.includes(`"${header}"`)))
    return path === TABLE ? [] : named.map((header) => `${path}: ${header}`)
  })
  expect(naming).toEqual([])
  // Other modules may use a single column, such as `LIST_COLUMNS.licenses`, but only one iterates over the table.
  const listing = sources('src').filter((path) => path !== TABLE && /\bLIST_COLUMNS\b(?!\.[a-z])/.test(readFileSync(path, 'utf8').replace(/import .*/g, '')))
  expect(listing).toEqual(['src/contract/applicants/columns-shown.ts'])
  expect(Object.keys(LIST_COLUMNS)).toContain('answer')
})

test('only one module decides whose data may be shown', () => {
  const mayDecide = /^src\/server\/(people|db|operate\/privacy)\//
  const deciding = sources('src/server').filter((path) => !mayDecide.test(path) && readFileSync(path, 'utf8').includes('restricted_at'))
  expect(deciding).toEqual([])
})

test('only one function makes decisions, and only one queues emails about an application', () => {
  const using = (call: RegExp) => sources('src/server').filter((path) => !path.endsWith('.test.ts') && call.test(readFileSync(path, 'utf8')))
  expect(using(/\binsertStatusChanges\(tx,/)).toEqual(['src/server/applicants/decide/decide.ts'])
  expect(using(/\bcomposeEmail\(/).filter((path) => !path.includes('/templates/'))).toEqual(['src/server/applicants/emails/queue-candidate-email.ts'])
})

test("only one module masks personal data and decides what's visible", () => {
  const mayMask = /^src\/server\/(people|rationale)\//
  const masking = all.filter(({ from, to, isType }) => to.startsWith('src/server/people/mask/') && !mayMask.test(from) && !isType && !from.endsWith('.test.ts'))
  expect(masking.map(({ from }) => from)).toEqual([])
  const asking = (field: RegExp) =>
    sources('src/server').filter((path) => !mayMask.test(path) && !path.endsWith('.test.ts') && field.test(readFileSync(path, 'utf8')))
  expect(asking(/\[hidden\]|'\[name\]'|\.replace\([^)]*first_name/)).toEqual([])
})

/** Columns of `user_session` that identify an applicant, in SQL or as fields of the table. */
const PERSONAL_COLUMNS = /\b(?:u|s|user_session)\.(?:first_name|last_name|linkedin_profile_url)\b/g

test('columns that identify an applicant are listed in one module, and stores import the list', () => {
  const mayName = /^src\/server\/(people|db)\//
  const naming = sources('src/server')
    .filter((path) => !mayName.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => (readFileSync(path, 'utf8').match(PERSONAL_COLUMNS) ?? []).map((column) => `${path}: ${column}`))
  expect(naming).toEqual([])
  expect('select u.first_name, user_session.last_name from user_session u'.match(PERSONAL_COLUMNS)).toHaveLength(2)
})

test('React is imported only in web', () => {
  expect(broken(({ from, to }) => /^(react|react-dom|react-router)$/.test(packageOf(to)) && !from.startsWith('src/web/'))).toEqual([])
})

test('the demo is data: it imports only itself and status and type names, and only its seeder reads it', () => {
  const data = sources('demo').flatMap(importsOf)
  expect(data.length).toBeGreaterThan(10)
  expect(data.filter(({ to, isType }) => !isType && !to.startsWith('demo/') && to !== 'src/contract/statuses/statuses.ts')).toEqual([])
  expect(broken(({ from, to }) => to.startsWith('demo/') && !from.startsWith('src/server/db/demo/'))).toEqual([])
})

test('product code never imports tests', () => {
  expect(broken(({ to }) => to.startsWith('test/') || to === 'vitest')).toEqual([])
})

/** Finds comparisons with a status number or name, in TypeScript or SQL. Code must use `#contract/statuses/statuses.ts` instead. */
function statusComparisons(text: string, names: string): string[] {
  const status = String.raw`\b\w*(?:status_id|statusId)\b`
  const value = String.raw`(?:\d+\b|(?:\$\{\s*)?(?:${names})\b)`
  const patterns = [
    String.raw`${status}\s*(?:[=!]==?|[<>]=?|<>|=(?!>)|\bin\b|\bnot\s+in\b|\bbetween\b|\bis\s+(?:not\s+)?distinct\s+from\b)\s*\(?\s*${value}`,
    String.raw`(?:[=!]==|[<>]=?)\s*(?:${names})\b|\b(?:${names})\s*(?:[=!]==|[<>]=?)`,
    String.raw`\b(?:eq|ne|gte?|lte?|inArray)\(\s*[\w.]*${status},\s*\[?\s*${value}`,
    String.raw`\[[^\][]*\b(?:${names})\b[^\][]*\]\.includes\(`,
  ]
  return patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))].map(([found]) => found))
}

const statusNames = () =>
  [...readFileSync('src/contract/statuses/statuses.ts', 'utf8').matchAll(/^export const ([A-Z_]+) = \d+ satisfies StatusId$/gm)]
    .map(([, name]) => name!)
    .join('|')

test('code uses the status table instead of comparing status numbers', () => {
  const mayName = /^src\/(contract\/statuses\/status(es|-meanings)\.ts|server\/db\/(tables\.ts|demo\/))/
  const found = sources('src')
    .filter((path) => !mayName.test(path))
    .flatMap((path) => statusComparisons(readFileSync(path, 'utf8'), statusNames()).map((comparison) => `${path}: ${comparison}`))
  expect(found).toEqual([])
})

test('the search for status comparisons finds all of them and nothing else', () => {
  const names = statusNames()
  for (const bad of [
    'if (statusId >= 7) return',
    'one.ref_application_status_id === PROCEED',
    'REJECTED !== from',
    'where ref_application_status_id in (2, 3)',
    'where s.to_status_id <> ${SUBMITTED}',
    'ref_application_status_id between 7 and 13',
    'eq(user_session.ref_application_status_id, STARTED)',
    '[SUBMITTED, UNDER_REVIEW].includes(status)',
  ])
    expect(statusComparisons(bad, names), bad).not.toEqual([])
  for (const good of [
    'where ref_application_status_id = ${ref_application_status_id}',
    'one.ref_application_status_id !== task.to',
    'ref_application_status_id: SUBMITTED,',
    'ref_application_status_id = any(${sql.param(ids)}::int[])',
    'const move = (statusId: number) => statusId',
  ])
    expect(statusComparisons(good, names), good).toEqual([])
})

test('everything the server needs at run time is a production dependency, so an image without development packages has it', () => {
  const { dependencies, optionalDependencies, buildPackages } = JSON.parse(readFileSync('package.json', 'utf8'))
  // The build tool is needed only for hot reload.
  const removed = new Set((buildPackages as string[]).filter((name) => name !== 'vite'))
  const kept = new Set(Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !removed.has(name)))
  const isRunning = ({ from, isType }: Import) => !isType && /^src\/(server|contract)\//.test(from)
  const isPackage = ({ to }: Import) => !to.startsWith('src/') && !to.startsWith('demo/') && !to.startsWith('node:')
  expect(broken((one) => isRunning(one) && isPackage(one) && !kept.has(packageOf(one.to)))).toEqual([])

  const read = sources('src/server').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/node_modules\/((?:@[^/']+\/)?[^/']+)/g)].map(([, name]) => name!),
  )
  expect(read.filter((name) => !kept.has(name))).toEqual([])
  expect(read).not.toEqual([])
})

test("row locks don't block rows that refer to the locked row, since keys never change", () => {
  const locks = (path: string) => readFileSync(path, 'utf8').match(/for\('update'|\bfor update\b/gi) ?? []
  expect(sources('src/server').flatMap((path) => locks(path).map((lock) => `${path}: ${lock}`))).toEqual([])
})

test('every file that deploy files, scripts or docs mention exists, in the source, deployment or docs', () => {
  const naming = [...['deploy', 'scripts'].flatMap(filesIn), ...globSync('docs/*.md')]
  const path = /(?<![\w./@$-])(?:\/opt\/rounds\/|\$ROUNDS_HOME\/)?((?:src|deploy|docs)\/[\w./-]*\w)/g
  const named = naming.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(path)].map(([, name]) => ({ file, name: name! })))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ name }) => !existsSync(name))).toEqual([])
})
