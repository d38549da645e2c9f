import { setTimeout as pause } from 'node:timers/promises'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { honeypotName } from '#contract/applications/honeypot.ts'
import { undoWithdrawal, withdrawApplication } from '#contract/candidate/candidate.ts'
import { listQuestions, type ApplicationQuestion } from '#contract/questions/questions.ts'
import { SUBMITTED, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { CANDIDATE_ACTS, linksTo, identifyingAnswers, type Scene } from '#lab/between/candidates.ts'
import { ask, newText, makePerson, type Exchange, type Text } from '#lab/between/cast.ts'
import { goodAnswer } from '#test/make.ts'
import { collectMail, must, openOwnPage, sendForm, settleMail, type Entry, type Week } from '../week.ts'

const KINDS = ['with JavaScript', 'without JavaScript', 'with a corrected address', 'on two devices', 'for both roles', 'with a resume', 'as a bot'] as const
type Kind = (typeof KINDS)[number]
type Plan = { kind: Kind; scene: Scene; reconsiders: 'withdraws' | 'withdraws and returns' | null }
type Applying = { week: Week; scene: Scene; questions: ApplicationQuestion[] }

const MAX_CONCURRENT = 4
/** The share of people who have started applying when every process is killed. */
const KILLED_AFTER = 0.4

/** Tuesday: candidates of every kind apply, every process is killed midway, and some candidates withdraw. */
export async function tuesday(week: Week): Promise<void> {
  const questions = await must(week, { staff: week.staff['owner']! }, listQuestions, {})
  const plans = Array.from({ length: week.crowd }, (_, at) => planFor(week, at))
  const queue = plans.entries()
  let killing: Promise<void> | null = null
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT }, async () => {
      for (const [at, { kind, scene }] of queue) {
        if (at === Math.round(plans.length * KILLED_AFTER)) killing = killAll(week)
        await APPLY_BY_KIND[kind]({ week, scene, questions })
      }
    }),
  )
  await killing
  await enterAll(week)
  const counts = Map.groupBy(plans, ({ kind }) => kind)
  week.story.push(`${week.entries.size} applications were acknowledged: ${[...counts].map(([kind, some]) => `${some.length} people ${kind}`).join(', ')}.`)
  await settleMail(week)
  await correctLate(week, plans)
  await withdrawOnOwnPage(week, plans)
}

function planFor(week: Week, at: number): Plan {
  const { chance } = week
  const person = makePerson(`candidate ${at}`, at + 10)
  week.people.push(person)
  const kind = KINDS[Math.floor(chance() * KINDS.length)]!
  const luck = chance()
  const reconsiders = luck < 0.1 ? 'withdraws' : luck < 0.14 ? 'withdraws and returns' : null
  const role = Math.floor(chance() * 2)
  return { kind, reconsiders, scene: { run: week, lane: 0, person, browser: person.browsers[0]!, role, mailbox: person.mailboxes[0]!, how: 1 } }
}

async function killAll(week: Week): Promise<void> {
  await Promise.all(week.site.products.splice(0).map((one) => one.kill()))
  week.killedAt = week.site.mails.received.length
  await week.site.start()
  week.story.push('Every process was killed while people applied, and started again.')
}

const APPLY_BY_KIND: Record<Kind, (applying: Applying) => Promise<unknown>> = {
  'with JavaScript': applyOnline,
  'without JavaScript': (applying) => applyByForm(applying, {}),
  async 'with a corrected address'({ week, scene, questions }) {
    const [right, wrong] = scene.person.mailboxes as [string, string]
    await applyOnline({ week, scene: { ...scene, mailbox: wrong }, questions }, async () => {
      await repeatUntilAnswered(week, scene, () => CANDIDATE_ACTS.correctEmail({ ...scene, mailbox: right }))
    })
  },
  async 'on two devices'({ week, scene, questions }) {
    await repeatUntilAnswered(week, scene, () => CANDIDATE_ACTS['save a draft'](scene))
    const other = { ...scene, browser: scene.person.browsers[1]! }
    for (let tries = 0; tries < 600 && linksTo(week, scene.person.mailboxes).length === 0; tries++) await pause(100).then(() => collectMail(week))
    const [link] = linksTo(week, scene.person.mailboxes)
    if (!link) return void week.findings.push(`No link to continue a draft reached ${scene.mailbox}.`)
    await repeatUntilAnswered(week, other, () => ask(week, other, { method: 'GET', path: link }))
    await applyOnline({ week, scene: other, questions })
  },
  async 'for both roles'({ week, scene, questions }) {
    await applyOnline({ week, scene, questions })
    await applyOnline({ week, scene: { ...scene, role: 1 - scene.role }, questions })
  },
  'with a resume': (applying) =>
    applyOnline(applying, async () => {
      await repeatUntilAnswered(applying.week, applying.scene, () => CANDIDATE_ACTS['upload a resume'](applying.scene))
    }),
  'as a bot': (applying) =>
    applyByForm(
      applying,
      Object.fromEntries(applying.questions.filter(isLong).map(({ ref_question_id }) => [honeypotName(ref_question_id), 'https://example.org'])),
    ),
}

const isLong = ({ question_type }: ApplicationQuestion) => question_type === 'Extended Open Text Box'

/** Applies as the form with JavaScript would; if a response is lost, sends the same request again. `before` runs before leaving the resume step. */
async function applyOnline({ week, scene }: Applying, before: () => Promise<void> = async () => {}): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const from = week.done.length
    const applied = await CANDIDATE_ACTS.apply(scene)
    markExpected(week, scene, from)
    if (!applied) {
      await pause(300)
      continue
    }
    const { method, path, sent, endpoint, about } = applied.done
    const done = isLost(applied.done)
      ? await repeatUntilAnswered(week, scene, () => ask(week, scene, { method, path, body: sent, endpoint, about }))
      : applied.done
    applied.text.held[0]!.until = Infinity
    if (done.status !== 200) return void week.findings.push(`An application returned ${done.status}: ${done.body.slice(-300)}`)
    await before()
    await leaveResumeStep(week, scene)
    return
  }
}

/** Applies with one form, as in a browser without JavaScript; if no page comes back, submits it again. */
async function applyByForm({ week, scene, questions }: Applying, more: Record<string, string>): Promise<void> {
  const { role, mailbox } = scene
  const text = newText(week, scene, { mailbox, role, isDraft: false })
  const said = identifyingAnswers(text, mailbox)
  const answers = questions.map(({ question_name, question_type }) => [question_name, said[question_name] ?? goodAnswer(question_name, question_type)])
  const path = `/roles/${week.roles[role]!.id}/apply`
  await repeatUntilAnswered(week, scene, () => ask(week, scene, { method: 'GET', path }))
  const done = await repeatUntilAnswered(week, scene, () => sendForm(week, scene, path, { ...Object.fromEntries(answers), ...more }))
  if (done.status !== 303) return void week.findings.push(`A form returned ${done.status}: ${[...done.body.matchAll(/<a href="#[^<]*/g)].join(' ')}`)
  await leaveResumeStep(week, scene)
}

const leaveResumeStep = (week: Week, scene: Scene) =>
  repeatUntilAnswered(week, scene, () => sendForm(week, scene, `/roles/${week.roles[scene.role]!.id}/finish`))

const isLost = ({ status }: Exchange) => status === null || status === 502 || status === 503

/** Repeats a request until there's a response. */
async function repeatUntilAnswered<T>(week: Week, scene: Scene, act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    const from = week.done.length
    const result = await act()
    if (!markExpected(week, scene, from) || tries > 200) return result
    await pause(300)
  }
}

/** Marks requests that this browser lost because a process was killed as expected; returns whether there were any. */
function markExpected({ done, planned }: Week, { browser }: Scene, from: number): boolean {
  const lost = done.slice(from).filter((one) => 'browser' in one.who && one.who.browser === browser && isLost(one))
  for (const one of lost) planned.add(one)
  return lost.length > 0
}

/** Records each acknowledged application under the ID shown in the list. */
async function enterAll(week: Week): Promise<void> {
  const listed = await must(week, { staff: week.staff['owner']! }, listApplicants, { roleId: 'all', days_ago: 30, identifiable: true })
  const byPlace = Map.groupBy(listed, ({ email, ref_function_role_id }) => `${email} ${ref_function_role_id}`)
  for (const [place, some] of byPlace) if (some.length > 1) week.findings.push(`${some.length} applications were made where one was: ${place}`)
  for (const text of week.texts.values()) {
    if (text.isDraft || text.held[0]!.until === text.held[0]!.from) continue
    const mailbox = text.held.findLast(({ until }) => until === Infinity)!.mailbox
    const role = week.roles[text.role]!.id
    const [row] = byPlace.get(`${mailbox} ${role}`) ?? []
    if (!row) {
      week.findings.push(`An acknowledged application of ${mailbox} for role ${role} isn't listed.`)
      continue
    }
    text.user_session_id = row.user_session_id
    week.entries.set(row.user_session_id, entryOf(row.user_session_id, text, mailbox))
  }
}

function entryOf(id: number, text: Text, mailbox: string): Entry {
  return { id, role: text.role, person: text.typist, text, mailbox, status: SUBMITTED, decisions: 0, isErased: false }
}

const LATE_CORRECTIONS = 3

/** Has some people correct a wrong address only after the confirmation went out, so the owner of that mailbox has a link. */
async function correctLate(week: Week, plans: Plan[]): Promise<void> {
  const few = plans.filter(({ kind, reconsiders }) => kind === 'with JavaScript' && !reconsiders).slice(0, LATE_CORRECTIONS)
  for (const { scene } of few) {
    const entry = [...week.entries.values()].find((one) => one.person === scene.person)
    if (!entry) continue
    const [wrong, right] = scene.person.mailboxes as [string, string]
    const links = linksTo(week, [wrong])
    if (links.length === 0) week.findings.push(`No confirmation with a link reached ${wrong}.`)
    await CANDIDATE_ACTS.correctEmail({ ...scene, mailbox: right })
    entry.mailbox = right
    for (const path of links) {
      const done = await ask(week, { visitor: 'stranger with the wrong mailbox' }, { method: 'GET', path })
      if (done.status === 303 && !done.body.includes('ended')) week.findings.push(`A link to application ${entry.id} still works after the correction: ${path}`)
    }
  }
  week.story.push(`${few.length} corrected their address after the confirmation had been sent; the links in it had ended.`)
}

/** Withdraws on the candidate's own page. */
async function withdrawOnOwnPage(week: Week, plans: Plan[]): Promise<void> {
  const counts = { withdraws: 0, 'withdraws and returns': 0 }
  for (const { reconsiders, scene } of plans) {
    const entry = [...week.entries.values()].find((one) => one.person === scene.person)
    if (!reconsiders || !entry) continue
    const who = await openOwnPage(week, entry)
    await must(week, who, withdrawApplication, { id: entry.id, reason: 'Another offer.' })
    Object.assign(entry, { status: WITHDRAWN, decisions: 1 })
    counts[reconsiders]++
    if (reconsiders === 'withdraws') continue
    await must(week, who, undoWithdrawal, { id: entry.id })
    Object.assign(entry, { status: SUBMITTED, decisions: 0 })
  }
  week.story.push(`${counts.withdraws} withdrew; ${counts['withdraws and returns']} withdrew and returned.`)
}
