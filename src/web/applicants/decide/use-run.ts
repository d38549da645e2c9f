import { useState } from 'react'
import { nameOf } from '#contract/applicants/applicants.ts'
import { isCallFailure } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { rememberFailure } from './recent-actions.ts'
import { useDecide, type DecisionResult, type Decision, type Failure, type Person } from './use-decide.ts'

/** Concurrent calls: enough to be fast, without slowing down everyone else. */
const LANES = 4
/** The server's limit for one call. */
const MAX_TOGETHER = 500

export type Progress = { done: number; of: number; failures: Failure[]; isOver: boolean }
type Run = Pick<ReturnType<typeof useDecide>, 'move' | 'email'> & {
  decision: Decision
  decided: DecisionResult[]
  failures: Failure[]
  report: (isOver?: boolean) => void
}

/** Makes one decision on one or several applicants, 500 in a call, and reports the failed ones. Those who stay in their status get only the email. */
export function useRun() {
  const { move, email, offerUndo, say, statusName } = useDecide()
  const [progress, setProgress] = useState<Progress | null>(null)

  async function run(people: Person[], decision: Decision): Promise<Failure[]> {
    const failures: Failure[] = []
    const decided: DecisionResult[] = []
    const report = (isOver = false) => setProgress({ done: decided.length, of: people.length, failures: [...failures], isOver })
    const here = { move, email, decision, decided, failures, report }
    report()
    const [moving, staying] = decision.to === null ? [[], people] : [people, []]
    for (let first = 0; first < moving.length; first += MAX_TOGETHER) {
      if (await runTogether(here, moving.slice(first, first + MAX_TOGETHER))) continue
      const rest = moving.slice(first + MAX_TOGETHER)
      failures.push(...rest.map((person) => ({ name: nameOf(person), why: 'Not tried, because the call before this one failed.', isConflict: false })))
      break
    }
    const waiting = [...staying]
    await Promise.all(Array.from({ length: LANES }, () => runLane(here, waiting)))
    report(true)
    // Only a number of recent actions is kept, and the one that can be undone must be among them.
    for (const { name, why } of failures) rememberFailure(`${name}: ${why}`)
    const lost = people.length === 1 && failures.find((one) => one.isDone)
    if (lost) {
      warn(`${lost.name}: ${lost.why}`)
      return []
    }
    offerUndo(people.length === 1 ? say(people[0]!, decision.to) : whatOf(decided.length, decision), decided)
    return failures
  }

  function whatOf(count: number, { to, email: sent }: Decision): string {
    return to === null ? `${count} emails: ${sent?.template_name ?? 'own words'}` : `${count} applicants: ${statusName(to)}`
  }
  const restart = () => setProgress(null)
  return { progress, run, restart }
}

/** Returns false if the call failed. */
async function runTogether({ move, decision, decided, failures, report }: Run, people: Person[]): Promise<boolean> {
  const made = await move(people, { ...decision, to: decision.to! })
  decided.push(...made.decided)
  failures.push(...made.failures)
  report()
  return made.isAnswered
}

async function runLane({ email, decision, decided, failures, report }: Run, waiting: Person[]): Promise<void> {
  for (let person = waiting.shift(); person; person = waiting.shift()) {
    const name = nameOf(person)
    try {
      const one = await email(person, decision)
      decided.push(one)
      if (one.unplanned) failures.push({ name, why: `The interviews weren't set up, so the email wasn't queued: ${one.unplanned}`, isConflict: false })
    } catch (failure) {
      failures.push(failureOf(person, failure))
    }
    report()
  }
}

const failureOf = (person: Person, failure: unknown): Failure => ({
  name: nameOf(person),
  why: errorMessage(failure),
  isConflict: isCallFailure(failure) && failure.status === 409,
})
