import { useState } from 'react'
import { nameOf } from '#contract/applicants/applicants.ts'
import { isStatusId, meaningOf } from '#contract/statuses/statuses.ts'
import { isCallFailure } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { rememberFailure } from './recent-actions.ts'
import { useDecide, type Decided, type Decision, type Failure, type Person } from './use-decide.ts'

/** Concurrent calls: enough to be fast, without slowing down everyone else. */
const LANES = 4
/** The server's limit for one call. */
const MAX_TOGETHER = 500

export type Progress = { done: number; of: number; failures: Failure[]; isOver: boolean }
type Run = Pick<ReturnType<typeof useDecide>, 'decide' | 'decideTogether'> & {
  decision: Decision
  decided: Decided[]
  failures: Failure[]
  report: (isOver?: boolean) => void
}

/** Makes one decision on one or several applicants, in one call where possible, and reports the failed ones. */
export function useRun() {
  const { decide, decideTogether, offerUndo, say, statusName } = useDecide()
  const [progress, setProgress] = useState<Progress | null>(null)

  async function run(people: Person[], decision: Decision): Promise<Failure[]> {
    const failures: Failure[] = []
    const decided: Decided[] = []
    const report = (isOver = false) => setProgress({ done: decided.length, of: people.length, failures: [...failures], isOver })
    const here = { decide, decideTogether, decision, decided, failures, report }
    report()
    const together = togetherOf(people, decision)
    for (let first = 0; first < together.length; first += MAX_TOGETHER) {
      if (await runTogether(here, together.slice(first, first + MAX_TOGETHER))) continue
      const rest = together.slice(first + MAX_TOGETHER)
      failures.push(...rest.map((person) => ({ name: nameOf(person), why: 'Not tried, because the call before this one failed.', isConflict: false })))
      break
    }
    const waiting = people.filter((person) => !together.includes(person))
    await Promise.all(Array.from({ length: LANES }, () => runLane(here, waiting)))
    report(true)
    // Only a number of recent actions is kept, and the one that can be undone must be among them.
    for (const { name, why } of failures) rememberFailure(`${name}: ${why}`)
    offerUndo(people.length === 1 ? say(people[0]!, decision.to) : whatOf(decided.length, decision), decided)
    return failures
  }

  function whatOf(count: number, { to, email }: Decision): string {
    return to === null ? `${count} emails: ${email?.template_name ?? 'own words'}` : `${count} applicants: ${statusName(to)}`
  }
  const restart = () => setProgress(null)
  return { progress, run, restart }
}

/** Those for whom the server can do everything in one call: a new status, with or without an email, but no interviews or openings. */
function togetherOf(people: Person[], { to, plan }: Decision): Person[] {
  if (to === null || plan || (isStatusId(to) && meaningOf(to).stage === 'accepted')) return []
  const moved = people.filter((person) => person.ref_application_status_id !== to)
  return moved.length > 1 ? moved : []
}

/** Returns false if the call failed. */
async function runTogether({ decideTogether, decision, decided, failures, report }: Run, people: Person[]): Promise<boolean> {
  const made = await decideTogether(people, { ...decision, to: decision.to! })
  decided.push(...made.decided)
  failures.push(...made.failures)
  report()
  return made.isAnswered
}

async function runLane({ decide, decision, decided, failures, report }: Run, waiting: Person[]): Promise<void> {
  for (let person = waiting.shift(); person; person = waiting.shift()) {
    const name = nameOf(person)
    try {
      const one = await decide(person, decision)
      decided.push(one)
      if (one.unplanned) failures.push({ name, why: `${unplannedWords(decision)}: ${one.unplanned}`, isConflict: false })
      if (one.unsent) failures.push({ name, why: `The status was changed, but the email wasn't queued: ${one.unsent}`, isConflict: false })
    } catch (failure) {
      failures.push(failureOf(person, failure))
    }
    report()
  }
}

const unplannedWords = ({ email }: Decision) => `The interviews weren't set up${email === null ? '' : ", so the email wasn't queued"}`

const failureOf = (person: Person, failure: unknown): Failure => ({
  name: nameOf(person),
  why: whyOf(failure),
  isConflict: isCallFailure(failure) && failure.status === 409,
})
