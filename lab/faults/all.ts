import * as browserFaults from './browser-faults.ts'
import * as bulkFaults from './bulk-faults.ts'
import * as clockFaults from './clock-faults.ts'
import * as crowdFaults from './crowd-faults.ts'
import * as databaseFaults from './database-faults.ts'
import * as diskFaults from './disk-faults.ts'
import * as floodFaults from './flood-faults.ts'
import type { Fault } from './fault.ts'
import * as logDiskFaults from './log-disk-faults.ts'
import * as logFaults from './log-faults.ts'
import * as mailFaults from './mail-faults.ts'
import * as orphanFaults from './orphan-faults.ts'
import * as processFaults from './process-faults.ts'
import * as reportFaults from './report-faults.ts'
import * as schemaFaults from './schema-faults.ts'
import * as serviceFaults from './service-faults.ts'
import * as slowFaults from './slow-faults.ts'
import * as soakFaults from './soak-faults.ts'
import * as twiceFaults from './twice-faults.ts'

const FILES: object[] = [
  browserFaults,
  bulkFaults,
  clockFaults,
  crowdFaults,
  databaseFaults,
  diskFaults,
  floodFaults,
  logDiskFaults,
  logFaults,
  mailFaults,
  orphanFaults,
  processFaults,
  reportFaults,
  schemaFaults,
  serviceFaults,
  slowFaults,
  soakFaults,
  twiceFaults,
]

/** F1, F2, … F5, F5b, F5c, … in this order. */
export const placeOf = (id: string) => Number.parseFloat(id.slice(1).replace('b', '.2').replace('c', '.3'))

/** Every fault of the suite, in order. */
export const ALL: Fault[] = FILES.flatMap((file) => Object.entries(file))
  .filter(([name]) => /^F\d+[bc]?$/.test(name))
  .map(([, one]) => one as Fault)
  .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
