import * as backupFaults from './kinds/backup-faults.ts'
import * as browserFaults from './kinds/browser-faults.ts'
import * as bulkFaults from './kinds/bulk-faults.ts'
import * as clockFaults from './kinds/clock-faults.ts'
import * as clusterFaults from './cluster/cluster-faults.ts'
import * as crowdFaults from './kinds/crowd-faults.ts'
import * as databaseFaults from './kinds/database-faults.ts'
import * as diskFaults from './kinds/disk-faults.ts'
import * as floodFaults from './kinds/flood-faults.ts'
import type { Fault } from './fault.ts'
import * as logDiskFaults from './kinds/log-disk-faults.ts'
import * as logFaults from './kinds/log-faults.ts'
import * as mailFaults from './kinds/mail-faults.ts'
import * as metricFaults from './operator/metric-faults.ts'
import * as momentFaults from './recovery/moment-faults.ts'
import * as orphanFaults from './kinds/orphan-faults.ts'
import * as ownerFaults from './operator/owner-faults.ts'
import * as processFaults from './kinds/process-faults.ts'
import * as reportFaults from './kinds/report-faults.ts'
import * as restoreFaults from './operator/restore-faults.ts'
import * as schemaFaults from './kinds/schema-faults.ts'
import * as serviceFaults from './kinds/service-faults.ts'
import * as settingsFaults from './operator/settings-faults.ts'
import * as slowFaults from './kinds/slow-faults.ts'
import * as soakFaults from './kinds/soak-faults.ts'
import * as ssoFaults from './kinds/sso-faults.ts'
import * as twiceFaults from './kinds/twice-faults.ts'

const FILES: object[] = [
  backupFaults,
  browserFaults,
  bulkFaults,
  clockFaults,
  clusterFaults,
  crowdFaults,
  databaseFaults,
  diskFaults,
  floodFaults,
  logDiskFaults,
  logFaults,
  mailFaults,
  metricFaults,
  momentFaults,
  orphanFaults,
  ownerFaults,
  processFaults,
  reportFaults,
  restoreFaults,
  schemaFaults,
  serviceFaults,
  settingsFaults,
  slowFaults,
  soakFaults,
  ssoFaults,
  twiceFaults,
]

/** Sorts F1, F2, … F5, F5b, F5c, … in this order. */
export const placeOf = (id: string) => Number.parseFloat(id.slice(1).replace('b', '.2').replace('c', '.3'))

/** Every fault in the suite, in order. */
export const ALL: Fault[] = FILES.flatMap((file) => Object.entries(file))
  .filter(([name]) => /^F\d+[bc]?$/.test(name))
  .map(([, one]) => one as Fault)
  .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
