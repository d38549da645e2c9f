import { isInPart, part } from './plan.ts'

/**
 * Files that `npm test` also runs on the embedded database, one for each way it might behave differently from a PostgreSQL server. Some e2e tests run
 * the whole product on it, too, and `npm run test:full` runs every other API test on it.
 */
export const ALSO_EMBEDDED: Record<string, string> = {
  'src/server/applicants/list/list.test.ts': 'collation, cursors and large lists',
  'src/server/applicants/search/search.test.ts': 'search and its index',
  'src/server/applications/applications.test.ts': 'transactions that race for one connection',
  'src/server/db/seed.test.ts': 'what an empty database is filled with depends on its kind',
  'src/server/mail/outbox.test.ts': 'leases, notifications and several workers on one connection',
  'src/server/operate/privacy/erasure.test.ts': 'what an erasure leaves in files',
  'src/server/people/personal-tables.test.ts': 'the catalog that the registry is compared with',
  'src/server/scheduling/answering/answer-race.test.ts': 'two acts that race for one interview, on one connection',
}

/** Files that start their own databases or only test a PostgreSQL server, so one run is enough. */
const OWN_KINDS = /^src\/server\/(db\/(?!seed\.test)|audit\/frozen-holder|operate\/(backup\/backup-script|commands\/(roles|rounds-owner)))/

/** Whether this run includes this API test file. */
export function isApiInPart(path: string, kind: 'embedded' | 'postgres'): boolean {
  if (kind === 'postgres' || part === undefined || part === 'quick') return isInPart(path)
  if (part === 'short') return path in ALSO_EMBEDDED
  return !(path in ALSO_EMBEDDED) && !OWN_KINDS.test(path)
}
