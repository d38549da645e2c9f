import type { Evidence, Rationale, RationaleGenerator } from './generator.ts'
import { rationaleBusy } from './rationale-errors.ts'

/** Who asks, and for which row of which applicant. */
export type Caller = { user: string; row: string }

/** `isWithinHour` counts the person's generations of the last hour, `isWithinMonth` everybody's tokens, where all processes see them: in the database. */
export type Limits = { perRow: number; perUser: number; isWithinHour: (user: string) => Promise<boolean>; isWithinMonth: () => Promise<boolean> }

export type GuardedRationale = {
  name: string
  generate: (evidence: Evidence, caller: Caller) => Promise<Rationale>
}

export const MOST_PER_HOUR = 60

/** Lets one generation a row and two a person run at a time, in this process; rejects with `rationaleBusy`. */
export function guarded(generator: RationaleGenerator, limits: Limits): GuardedRationale {
  const running = new Map<string, number>()

  async function atMost<T>(most: number, key: string, { busy, work }: { busy: string; work: () => Promise<T> }): Promise<T> {
    const count = running.get(key) ?? 0
    if (count >= most) throw rationaleBusy(busy)
    running.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = running.get(key)! - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    }
  }

  async function withinLimits(evidence: Evidence, user: string): Promise<Rationale> {
    if (!(await limits.isWithinHour(user))) throw rationaleBusy(`At most ${MOST_PER_HOUR} rationales can be generated in an hour.`)
    if (!(await limits.isWithinMonth())) throw rationaleBusy('The model was asked for all that is allowed in a month. Please write the rationale by hand.')
    return generator.generate(evidence)
  }

  return {
    name: generator.name,
    generate: (evidence, { user, row }) =>
      atMost(limits.perRow, `row ${row}`, {
        busy: 'A rationale for this row is being generated already.',
        work: () =>
          atMost(limits.perUser, `user ${user}`, { busy: 'Please wait for the rationales under way to finish.', work: () => withinLimits(evidence, user) }),
      }),
  }
}
