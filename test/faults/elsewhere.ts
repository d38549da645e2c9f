import type { Elsewhere } from './fault.ts'

export const ELSEWHERE: Elsewhere[] = [
  {
    id: 'F5b',
    what: "the disk of PostgreSQL's log is full",
    because: 'PostgreSQL ends itself; from there it is F2, with the operator making room before it starts again',
  },
  {
    id: 'F6',
    what: 'clock jumps',
    because: 'needs libfaketime, which is not a dependency; times that decide are the database’s `now()`, durations are monotonic',
  },
  { id: 'F11', what: '100,000 applicants', because: '`npm run bench`' },
  { id: 'F12', what: 'browser offline, tab crash, two tabs', because: 'the journeys in `test/e2e`' },
  { id: 'F25', what: '24 hours of soak', because: 'longer than this suite may run' },
]
