import { useState } from 'react'
import { nameOf } from '#contract/applicants/applicants.ts'
import { isCallFailure } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { rememberFailure } from './recent-actions.ts'
import { useDecide, type Decided, type Decision, type Person } from './use-decide.ts'

/** Concurrent calls: enough to be fast, without slowing down everyone else. */
const LANES = 4

export type Failure = { name: string; why: string; isConflict: boolean }
export type Progress = { done: number; of: number; failures: Failure[]; isOver: boolean }

/** Makes one decision on one or several applicants, with a call for each, and reports the failed ones. */
export function useRun() {
  const { decide, offerUndo, say, statusName } = useDecide()
  const [progress, setProgress] = useState<Progress | null>(null)

  async function run(people: Person[], decision: Decision): Promise<Failure[]> {
    const failures: Failure[] = []
    const decided: Decided[] = []
    const waiting = [...people]
    const report = (isOver = false) => setProgress({ done: decided.length, of: people.length, failures: [...failures], isOver })
    const lane = async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) {
        const name = nameOf(person)
        try {
          const one = await decide(person, decision)
          decided.push(one)
          if (one.unplanned) failures.push({ name, why: `${unplannedWords(decision)}: ${one.unplanned}`, isConflict: false })
          if (one.unsent) failures.push({ name, why: `The status was changed, but the email wasn't queued: ${one.unsent}`, isConflict: false })
        } catch (failure) {
          failures.push({ name, why: whyOf(failure), isConflict: isCallFailure(failure) && failure.status === 409 })
        }
        report()
      }
    }
    report()
    await Promise.all(Array.from({ length: LANES }, lane))
    report(true)
    offerUndo(people.length === 1 ? say(people[0]!, decision.to) : whatOf(decided.length, decision), decided)
    for (const { name, why } of failures) rememberFailure(`${name}: ${why}`)
    return failures
  }

  const unplannedWords = ({ email }: Decision) => `The interviews weren't set up${email === null ? '' : ", so the email wasn't queued"}`
  function whatOf(count: number, { to, email }: Decision): string {
    return to === null ? `${count} emails: ${email?.template_name ?? 'own words'}` : `${count} applicants: ${statusName(to)}`
  }
  const restart = () => setProgress(null)
  return { progress, run, restart }
}
