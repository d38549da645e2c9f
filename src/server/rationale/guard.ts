import type { Evidence, Rationale, RationaleGenerator } from './generator.ts'
import { rationaleBusy } from './rationale-errors.ts'

/** Who asks, and for which row of which applicant. */
export type Caller = { user: string; row: string }

/** `isWithinHour` counts the person's generations of the last hour where all processes see them: in the database. */
export type Limits = { perRow: number; perUser: number; isWithinHour: (user: string) => Promise<boolean> }

export type GuardedRationale = {
  name: string
  generate: (evidence: Evidence, caller: Caller) => Promise<Rationale>
}

export const MOST_PER_HOUR = 60

/** Lets one generation a row and two a person run at a time, in this process; rejects with `rationaleBusy`. */
export function guarded(generator: RationaleGenerator, limits: Limits): GuardedRationale {
  const running = new Map<string, number>()
  const take = (key: string, most: number) => {
    const count = running.get(key) ?? 0
    if (count >= most) return false
    running.set(key, count + 1)
    return true
  }
  const give = (key: string) => {
    const count = (running.get(key) ?? 1) - 1
    if (count === 0) running.delete(key)
    else running.set(key, count)
  }
  return {
    name: generator.name,
    generate: async (evidence, caller) => {
      const row = `row ${caller.row}`
      const user = `user ${caller.user}`
      if (!take(row, limits.perRow)) throw rationaleBusy('A rationale for this row is being generated already.')
      try {
        if (!take(user, limits.perUser)) throw rationaleBusy('Please wait for the rationales under way to finish.')
        try {
          if (!(await limits.isWithinHour(caller.user))) {
            throw rationaleBusy(`At most ${MOST_PER_HOUR} rationales can be generated in an hour.`)
          }
          return await generator.generate(evidence)
        } finally {
          give(user)
        }
      } finally {
        give(row)
      }
    },
  }
}
