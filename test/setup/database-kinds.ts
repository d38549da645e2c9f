import { dirname } from 'node:path'

/**
 * Where the embedded database may act differently from a PostgreSQL server, and why; `false` where it can't: those rooms only send
 * statements through the same driver, so they run on one kind. A folder of API tests that isn't here stops the run; a file's own row
 * goes before its folder's.
 */
const ALSO_EMBEDDED: Record<string, string | false> = {
  'src/server/applicants/candidate-feedback': false,
  'src/server/applicants/decide': false,
  'src/server/applicants/emails': false,
  'src/server/applicants/find': 'collation and search',
  'src/server/applicants/list': 'collation, search, cursors and large lists',
  'src/server/applicants/one': false,
  'src/server/applicants/person': false,
  'src/server/applicants/search': 'search and its index',
  'src/server/applicants/together': false,
  'src/server/applicants/views': false,
  'src/server/applications': 'transactions that race for one connection',
  'src/server/applications/confirmation': 'transactions that race for one connection',
  'src/server/applications/drafts': false,
  'src/server/audit': false,
  'src/server/audit-trail': false,
  'src/server/auth': false,
  'src/server/auth/passkeys': false,
  'src/server/auth/sessions': false,
  'src/server/auth/sso': false,
  'src/server/brand': false,
  'src/server/candidate': false,
  'src/server/candidate/staff-requests': false,
  'src/server/careers': false,
  'src/server/careers/figures': false,
  'src/server/careers/pages': false,
  'src/server/dashboard': false,
  // These name the kinds they need themselves.
  'src/server/db': false,
  'src/server/db/demo': false,
  'src/server/db/seed.test.ts': 'what an empty database is filled with depends on its kind',
  'src/server/feedback': false,
  'src/server/http': false,
  'src/server/http/watch': false,
  'src/server/interviewers': false,
  'src/server/interviews': false,
  'src/server/licenses': false,
  'src/server/mail': 'leases, notifications and several workers on one connection',
  'src/server/operate': 'a whole process on a data folder',
  'src/server/operate/audit': false,
  'src/server/operate/backup': 'copies of the data folder, locks of a restore',
  'src/server/operate/backup/backup-script.test.ts': false,
  'src/server/operate/backup/restore-command.test.ts': false,
  'src/server/operate/commands': 'commands beside a process that holds the data folder',
  'src/server/operate/commands/close-role.test.ts': false,
  'src/server/operate/commands/packet-commands.test.ts': false,
  'src/server/operate/commands/roles.test.ts': false,
  'src/server/operate/morning': false,
  'src/server/operate/packet': false,
  'src/server/operate/privacy': 'what an erasure leaves in files',
  'src/server/operate/privacy/remove-traces.test.ts': false,
  'src/server/packet': 'what is sealed must verify, whichever database sealed it',
  'src/server/people': 'the catalog the registry is compared with',
  'src/server/protected-pdf': false,
  'src/server/questions': false,
  'src/server/red-flags': false,
  'src/server/roles': false,
  'src/server/scheduling': false,
  'src/server/scheduling/answering': 'an answer and a move that race for one interview, on one connection',
  'src/server/scheduling/appointments': 'leases of what the calendar service has to be told, on one connection',
  'src/server/scheduling/own-calendar': false,
  'src/server/scheduling/notifications': false,
  'src/server/scheduling/times': 'two candidates racing for one time, also on one connection',
  'src/server/staff': false,
  'src/server/templates': false,
  'src/server/tracing': false,
  'test/api': false,
  'test/api/fuzz.test.ts': 'every call, with hostile input',
  'test/api/memory.test.ts': 'the embedded database is in the process',
  'test/api/matrix.test.ts': 'every call, as everyone',
  'test/api/year.test.ts': 'a year of dates, counted by both',
  'src/server/versions': false,
}

/** Whether a file of API tests runs on the embedded database as well as on a PostgreSQL server. */
export function runsOnBoth(path: string): boolean {
  const why = ALSO_EMBEDDED[path] ?? ALSO_EMBEDDED[dirname(path)]
  if (why === undefined) throw new Error(`${dirname(path)}: say in test/setup/database-kinds.ts whether its tests also run on the embedded database.`)
  return why !== false
}
