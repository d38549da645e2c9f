import { FIGURE_DEFINITIONS, STAGE_DEFINITIONS, TOO_FEW_LABEL, WAIT_DEFINITIONS, WAIT_NAMES, WAIT_TYPES, type Figures } from '#contract/figures/figures.ts'
import { MIN_COUNT_SHOWN } from '#contract/role-links.ts'
import { STAGE_NAMES, STAGES, type Stage } from '#contract/statuses/status-meanings.ts'
import type { Db } from '#server/db/connect.ts'
import { cellOf } from '#server/http/csv-cell.ts'
import { HttpError } from '#server/http/http-error.ts'
import { countPromises, countReached, findRoleName, listSources, measureAccepted, type FiguresQuery } from './figures-store.ts'

/** Returns the figures, leaving out any that would describe fewer than `MIN_COUNT_SHOWN` people. Throws 404 for a role that isn't in the scope. */
export async function readFigures(db: Db, which: FiguresQuery): Promise<Figures> {
  await nameOf(db, which)
  // Reads one snapshot, so the parts agree even while people keep applying.
  return db.transaction((tx) => count(tx, which), { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

async function count(tx: Db, which: FiguresQuery): Promise<Figures> {
  const reached = await countReached(tx, which)
  const { people, median_days, percentile_80_days, waits } = await measureAccepted(tx, which)
  const ofAccepted = (figure: number) => (people < MIN_COUNT_SHOWN ? null : figure)
  const total = WAIT_TYPES.reduce((sum, waits_on) => sum + waits[waits_on]!.days, 0)
  const { due, kept } = await countPromises(tx, which)
  return {
    funnel: STAGES.map((stage, place) => ({ stage, people: unlessTooFew(reached[place]!) })),
    days_to_accept: { people: unlessTooFew(people), median_days: ofAccepted(median_days), percentile_80_days: ofAccepted(percentile_80_days) },
    waits: WAIT_TYPES.map((waits_on) => ({
      waits_on,
      percent: total === 0 ? null : ofAccepted(Math.round((100 * waits[waits_on]!.days) / total)),
      median_days: ofAccepted(waits[waits_on]!.median_days),
    })),
    sources: (await listSources(tx, which)).map(({ via, reached: of }) => {
      const at = (stage: Stage) => unlessTooFew(of[STAGES.indexOf(stage)]!)
      return { via, applied: at('submitted'), interviewing: at('panel'), accepted: at('accepted') }
    }),
    promises: { due: unlessTooFew(due), kept_percent: due < MIN_COUNT_SHOWN ? null : Math.floor((100 * kept) / due) },
  }
}

function unlessTooFew(people: number): number | null {
  return people < MIN_COUNT_SHOWN ? null : people
}

async function nameOf(db: Db, { roleId, scope }: FiguresQuery): Promise<string> {
  if (roleId === 'all') return 'All roles'
  const name = await findRoleName(db, roleId, scope)
  if (name === null) throw new HttpError(404, 'Role not found')
  return name
}

type Row = [figure: string, of: string, value: number | string | null, unit: string, definition: string]

/** Returns the figures as CSV (RFC 4180, every cell quoted), each with its definition. Throws the same errors as `readFigures`. */
export async function writeFigures(db: Db, which: FiguresQuery): Promise<string> {
  const name = await nameOf(db, which)
  const figures = await readFigures(db, which)
  const { funnel, days_to_accept, waits, sources, promises } = figures
  const define = FIGURE_DEFINITIONS
  const rows: Row[] = [
    ['Role', name, which.days, 'days', 'People who applied in this many days until today.'],
    ...funnel.map(({ stage, people }): Row => ['Stage', STAGE_NAMES[stage], people, 'people', STAGE_DEFINITIONS[stage]]),
    ['Published to accepted', 'Accepted offers', days_to_accept.people, 'people', define.days_to_accept],
    ['Published to accepted', 'Median', days_to_accept.median_days, 'days', define.days_to_accept],
    ['Published to accepted', '80th percentile', days_to_accept.percentile_80_days, 'days', define.days_to_accept],
    ...waits.flatMap(({ waits_on, percent, median_days }): Row[] => [
      ['Waited on', WAIT_NAMES[waits_on], percent, '% of the time', WAIT_DEFINITIONS[waits_on]],
      ['Waited on', WAIT_NAMES[waits_on], median_days, 'days (median)', WAIT_DEFINITIONS[waits_on]],
    ]),
    ...sources.flatMap(({ via, applied, interviewing, accepted }): Row[] => [
      ['Link', via ?? 'no link', applied, 'people applied', define.sources],
      ['Link', via ?? 'no link', interviewing, 'people interviewing', define.sources],
      ['Link', via ?? 'no link', accepted, 'people accepted', define.sources],
    ]),
    ['Replies', 'Sent or due', promises.due, 'people', define.promises],
    ['Replies', 'On time', promises.kept_percent, '%', define.promises],
  ]
  const header = ['Figure', 'Of', 'Value', 'Unit', 'Definition']
  return `\uFEFF${[header, ...rows].map((row) => `${row.map((cell) => cellOf(String(cell ?? TOO_FEW_LABEL))).join(',')}\r\n`).join('')}`
}
