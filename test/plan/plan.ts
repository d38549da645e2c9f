/**
 * Which command runs which tests. `npm test` (`short`) has one test per promise and finishes within ten minutes on two cores; `npm run test:full`
 * (`rest`) runs everything else. Files not listed here belong to `npm test`; the tag `@full` moves a single e2e test to `test:full`.
 */
export type Part = 'short' | 'rest' | 'quick'

/** Undefined when tests are run by name, in which case none are left out. `quick` is `short` without any file that costs more than ten seconds. */
export const part = process.env['ROUNDS_TESTS'] as Part | undefined

/** Test files that have been changed, which `quick` runs regardless of cost. */
const changed = (process.env['ROUNDS_TESTS_CHANGED'] ?? '').split(',')

/** Files that only `npm run test:full` runs. */
export const FULL_ONLY: Record<string, string> = {
  'src/server/candidate/updates/updates.test.ts': 'the choice to hear about other roles, through erasures and new keys',
  'src/server/candidate/prospects/prospects.test.ts': 'invitations to roles, with every condition',
  'src/server/candidate/suggestions/suggestions.test.ts': 'a suggested role, answered in every way',
  'src/server/applicants/list/export-limit.test.ts': 'more applicants than one file can have',
  'src/server/candidate/floods.test.ts': 'hundreds of requests by one candidate or stranger',
  'src/server/db/embedded/copy-cluster.test.ts': 'copies of whole clusters',
  'src/server/db/embedded/embedded.test.ts': 'kills and restarts the embedded database',
  'src/server/db/failover.test.ts': 'a database that fails over',
  'src/server/db/migrate.test.ts': 'every earlier schema, migrated on both databases',
  'src/server/db/pgbouncer.test.ts': 'PgBouncer',
  'src/server/db/silent-server.test.ts': 'a database that goes silent',
  'src/server/db/uncertain-writes.test.ts': 'a database that fails over',
  'src/server/first-run/demo/demo.test.ts': 'a demo in a separate process',
  'src/server/first-run/first-run.test.ts': 'an installation that is set up in the browser, with every refusal',
  'src/server/first-run/look-step.test.ts': 'an installation that is set up in the browser, with every refusal',
  'src/server/http/overload.test.ts': 'more requests than the product can answer',
  'src/server/mail/clock/clock-jumps.test.ts': 'a clock that jumps while emails wait',
  'src/server/mail/outbox-failures.test.ts': 'mail servers that take minutes to fail',
  'src/server/operate/backup/backup-script.test.ts': 'backups and restores',
  'src/server/operate/backup/moving.test.ts': 'moving to PostgreSQL',
  'src/server/operate/backup/restore-command.test.ts': 'backups and restores',
  'src/server/operate/caddy.test.ts': 'Caddy, Pebble and a browser',
  'src/server/operate/commands/doctor.test.ts': 'a process for each finding',
  'src/server/operate/commands/operating-checks.test.ts': 'a process for each finding',
  'src/server/operate/commands/rounds-owner.test.ts': 'deploy files',
  'src/server/operate/mail/poll-mailbox.test.ts': 'a mailbox on a real IMAP server',
  'src/server/operate/mail/signed-mail.test.ts': 'a DKIM key, published and used',
  'src/server/operate/move/move-to-postgres.test.ts': 'moving to PostgreSQL',
  'src/server/operate/once.test.ts': 'a backup and a restore through hooks',
  'src/server/operate/no-canary-in-logs.test.ts': 'every call of a whole process, with its logs',
  'src/server/operate/release/trial-start.test.ts': 'two processes of the product',
  'src/server/operate/release/upgrade-command.test.ts': 'a process for each release file',
  'src/server/operate/privacy/remove-traces.test.ts': 'what PostgreSQL keeps on disk',
  'src/server/packet/summaries.test.ts': 'PDFs read back in a separate process',
  'src/server/rationale/model/injections.test.ts': 'hundreds of injections',
  'src/server/red-flags/stored-drafts.test.ts': 'stored drafts in all combinations',
  'src/server/careers/role-links.test.ts': "a role's links, from its page into the application",
  'src/server/roles/role-questions.test.ts': 'every way a role chooses its questions',
  'src/server/roles/states.test.ts': 'every state of a role, on every public page',
  'src/server/scheduling/answering/mark-interview.test.ts': 'no-shows and overruns, with every refusal',
  'src/server/scheduling/notifications/next-steps.test.ts': 'the email after the last interview, sent once',
  'src/server/scheduling/interview-together.test.ts': 'interviews with several interviewers, picked, moved, declined, replaced and erased',
  'src/server/scheduling/book-manually.test.ts': 'interviews that staff book, move and reassign, with every refusal',
  'src/server/scheduling/answering/propose-time.test.ts': 'times that interviewers propose',
  'src/server/scheduling/replace-person.test.ts': 'everything that moves when someone leaves, with every refusal',
  'src/server/staff/team.test.ts': "a role's team, with every refusal",
  'src/server/scheduling/times/interviews-link.test.ts': 'the link in an invitation, at other doors, late and again',
  'src/server/scheduling/role-plans.test.ts': 'the interviews of a role, with every refusal',
  'src/server/scheduling/times/panels.test.ts': 'panels that race for rooms of times',
  'src/server/templates/purposes.test.ts': 'renamed templates in every place, and an upgrade from before purposes',
  'src/server/tracing/tracing.test.ts': 'traces of a whole process',
  'test/api/odd-days.test.ts': 'hour by hour through February 29 and both changes of the clock',
  'test/api/kept-evidence.test.ts': 'from a rejection to a packet that is verified without the product, on both databases',
  'test/api/memory.test.ts': 'memory',
  'test/api/speed.test.ts': 'speed guards',
  'test/api/stopping.test.ts': 'processes that are stopped while they work',
  'test/api/year.test.ts': 'a simulated year',
  'test/api/figures-year.test.ts': 'a simulated year of 400 applicants',
  'test/runbook.test.ts': "every command of the operator's guide",
  'test/e2e/access.spec.ts': 'every screen in every look',
  'test/e2e/looks/looks.spec.ts': 'every screen in three sizes',
  'test/e2e/forced-colors.spec.ts': 'forced colors',
  'test/e2e/timing.spec.ts': 'measures pauses to the millisecond',
  'test/e2e/keys-everywhere.spec.ts': 'every key on every screen, while every script is slow',
  'test/e2e/passkeys-of-staff.spec.ts': 'the other roles with passkeys',
  'test/e2e/login-failures.spec.ts': 'what a login says to each failure',
  'test/e2e/policy-reports.spec.ts': 'what every screen reports about its policy',
  'test/e2e/brand.spec.ts': 'every page in the colors of an employer',
  'test/e2e/failures.spec.ts': 'each screen that fails',
  'test/e2e/interviews/answering.spec.ts': 'a whole booking before each answer',
  'test/e2e/review/hostile-resumes.spec.ts': 'resumes that try to fill a browser',
  'test/e2e/editors-interviewing.spec.ts': 'editors of interviews, plans and instructions',
  'test/e2e/review/feedback-to-candidate.spec.ts': 'feedback to candidates, from draft to email',
  'test/e2e/home/finding.spec.ts': 'finding people from everywhere',
  'test/e2e/interviewing/saving-feedback.spec.ts': 'two devices at once',
  'test/e2e/nursing-recruiter.spec.ts': "a recruiter's day with nurses",
  'test/e2e/review/asking-later.spec.ts': 'decisions of a month, and views shared with the team',
  'test/e2e/review/cost.spec.ts': 'keys, clicks and paint times of each job, with 5,000 applicants',
  'test/e2e/review/read-in-a-minute.spec.ts': 'a whole panel by keyboard, on a phone and on paper',
  'test/e2e/review/touch.spec.ts': 'touch',
  'test/e2e/review/keyboard-review.spec.ts': 'where the focus is after each step',
  'test/e2e/review/feedback-review-narrow.spec.ts': 'widths',
  'test/e2e/interviews/touch-interviews.spec.ts': 'touch',
  'test/e2e/interviews/keyboard-interviews.spec.ts': 'interviews by keyboard alone',
  'test/e2e/candidates/autofill.spec.ts': "a whole browser's autofill",
  'test/e2e/candidates/apply-hard-lines.spec.ts': 'minutes of a slow line',
  'test/e2e/candidates/text-browser.spec.ts': 'the text browser',
  'test/e2e/candidates/own-page-text-browser.spec.ts': 'the text browser',
}

/** Files in `npm test` that cost more than ten seconds of processor time, with the reason. `npm run check` fails if one is missing here. */
export const SLOW: Record<string, string> = {
  'src/server/operate/commands/packet-commands.test.ts': 'a process for each command',
  'src/server/operate/privacy/erasure.test.ts': 'every personal table, filled and erased',
  'src/server/db/seed.test.ts': 'the whole demo, seeded again and again',
  'src/server/mail/outbox.test.ts': 'emails through every failure',
  'src/server/files/s3-files.test.ts': 'OpenStack Swift, where it is installed',
  'test/e2e/candidates/apply-carry.spec.ts': 'answers carried over to other roles, with and without a script',
  'test/e2e/candidates/apply.spec.ts': 'the whole form, with a resume',
  'test/e2e/candidates/whole-stay.spec.ts': 'from the first page to the last, on one phone',
  'test/e2e/editors.spec.ts': 'five journeys of two people',
  'test/e2e/hiring-manager.spec.ts': 'a day of one role',
  'test/e2e/interviewing/submitting-feedback.spec.ts': 'a panel of two people',
  'test/e2e/interviews/two-interviews.spec.ts': 'two bookings, one of them moved',
  'test/e2e/interviews/scheduling.spec.ts': 'a whole booking',
  'test/e2e/keyboard.spec.ts': 'three whole journeys by keyboard',
  'test/e2e/review/applicant-list.spec.ts': 'the list, with selections and exports',
  'test/e2e/review/decisions.spec.ts': 'five decisions with their emails',
  'test/e2e/review/detail.spec.ts': 'five journeys, with resumes drawn',
  'test/e2e/review/drafts.spec.ts': 'drafts by the evidence finder',
  'test/e2e/review/early-keys.spec.ts': 'keys while scripts load',
  'test/e2e/review/feedback-review.spec.ts': 'drafts by the evidence finder',
  'test/e2e/review/promise.spec.ts': 'three journeys with their emails',
  'test/e2e/review/safety.spec.ts': 'five journeys with their emails',
  'test/e2e/review/search.spec.ts': 'an index of all resumes',
  'test/e2e/review/writing.spec.ts': 'emails that are read, changed and sent',
  'test/e2e/sign-in.spec.ts': 'every way in, with codes by email',
  'test/e2e/templates.spec.ts': 'four journeys in two editors',
}

/** Files that run in both; `npm run test:full` goes deeper. */
const DEEP_RUN: Record<string, string> = { 'test/api/fuzz.test.ts': 'fuzzing' }

/** Returns whether this run includes a test file (e2e tests aside). */
export function isInPart(path: string): boolean {
  if (part === 'rest') return path in FULL_ONLY || path in DEEP_RUN
  if (part === 'quick') return changed.includes(path) || (!(path in FULL_ONLY) && !(path in SLOW))
  return part !== 'short' || !(path in FULL_ONLY)
}
