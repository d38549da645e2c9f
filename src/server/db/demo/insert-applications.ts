import { createHash, randomBytes } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { withKeys } from '#contract/applications/person-keys.ts'
import { continueAfter } from '#server/db/reference/seed-reference.ts'
import { application_question, user_session, user_session_answer } from '#server/db/tables.ts'
import type { OddAnswer } from '#demo/cast.ts'
import type { RoleKey } from '#demo/roles.ts'
import { CARE_STORIES, CLOSERS, LESSONS, ODD, OPENERS, REASONS, REFLECTIONS, SHORT_PROUD, SHORT_WHY } from '#demo/texts/shared.ts'
import { TRADES } from '#demo/texts/trades.ts'
import type { Applicant } from './applicant.ts'
import { stepsOf, type Step } from './journey.ts'
import { daysBefore, inBatches, type Scene } from './scene.ts'
import { deckOf, fillSlots, randomFrom } from './random.ts'

export type Journey = { applicant: Applicant; steps: Step[] }

/** Inserts applications with their answers, and returns the decisions that led to each one's status. */
export async function insertApplications({ tx, applicants, now }: Scene): Promise<Journey[]> {
  const questions = await tx.select().from(application_question).orderBy(asc(application_question.sort_order))
  const answersOf = answerDecks()
  const withAnswers = applicants.map((applicant) => ({
    applicant,
    answers: applicant.submitted_days_ago === null ? {} : answersOf(applicant),
    steps: stepsOf(applicant, now),
  }))
  const answers = withAnswers.flatMap((answer) => questions.map((question) => answerRow(answer, question)))

  await inBatches(
    withAnswers.map((answer) => sessionRow(answer, now)),
    (rows) => tx.insert(user_session).values(rows),
  )
  await inBatches(answers, (rows) => tx.insert(user_session_answer).values(rows))
  await continueAfter(tx, user_session, user_session.user_session_id)
  return withAnswers
}

type DemoApplication = Journey & { answers: Answers }

function sessionRow({ applicant, answers, steps }: DemoApplication, now: Date): typeof user_session.$inferInsert {
  const { user_session_id, ref_function_role_id, status, quirk, submitted_days_ago } = applicant
  const opened = daysBefore(now, applicant.opened_days_ago)
  const submitted = submitted_days_ago === null ? null : daysBefore(now, submitted_days_ago)
  const last = steps.at(-1)
  const statusChangedAt = last ? last.at.toISOString() : (submitted ?? opened)
  return {
    user_session_id,
    ref_function_role_id,
    ref_application_status_id: status,
    // Truly random: with the hash of a known cookie, anyone could open the application.
    capability_hash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    device_info: deviceOf(applicant),
    suspected_bot: quirk.bot ?? false,
    created_at: opened,
    status_changed_at: statusChangedAt,
    last_action_at: statusChangedAt,
    version: 1 + steps.length,
    has_emailed_application_status: last !== undefined && last.email !== null,
    ...(submitted && { application_submitted_datetime_utc: submitted, submitted_hash: hashOf(answers), ...identityOf(answers) }),
  }
}

function identityOf({ first_name = null, last_name = null, email = null, linkedin_profile_url = null }: Answers) {
  return withKeys({ first_name, last_name, email, linkedin_profile_url })
}

function hashOf(answers: Answers): string {
  return createHash('sha256').update(JSON.stringify(answers)).digest('hex')
}

type AskedQuestion = typeof application_question.$inferSelect

function answerRow({ applicant, answers }: DemoApplication, question: AskedQuestion): typeof user_session_answer.$inferInsert {
  const { ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order } = question
  return {
    user_session_id: applicant.user_session_id,
    ref_question_id,
    question_name,
    question_text,
    question_type,
    question_placeholder,
    required_flag,
    max_words,
    sort_order,
    user_answer_text_box: answers[question_name] ?? null,
  }
}

const COMPUTERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
]
const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
]
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

function deviceOf({ quirk, random }: Applicant): string {
  if (quirk.bot) return 'python-requests/2.32.3'
  if (quirk.device === 'tablet') return TABLET
  return random.pick(quirk.device === 'phone' ? PHONES : COMPUTERS)
}

/** Keyed by `question_name`; null means the answer was left empty. */
type Answers = Record<string, string | null>

/**
 * Returns a function that writes one applicant's answers at a time. Texts are dealt like cards, so neighboring applicants don't have the same ones.
 */
export function answerDecks(): (applicant: Applicant) => Answers {
  const random = randomFrom(20_261)
  const shared = {
    opener: deckOf(random, OPENERS),
    reason: deckOf(random, REASONS),
    closer: deckOf(random, CLOSERS),
    lesson: deckOf(random, LESSONS),
    reflection: deckOf(random, REFLECTIONS),
    care: deckOf(random, CARE_STORIES),
    shortWhy: deckOf(random, SHORT_WHY),
    shortProud: deckOf(random, SHORT_PROUD),
  }
  const byRole = new Map(
    Object.entries(TRADES).map(([role, trade]) => [role as RoleKey, { why: deckOf(random, trade.why), proud: deckOf(random, trade.proud) }]),
  )
  return (applicant) => {
    const isShort = applicant.random.chance(0.16)
    const decks = { ...shared, ...byRole.get(applicant.role)! }
    const answers = { ...short(applicant), ...(isShort ? briefAnswers(applicant, decks) : storyAnswers(applicant, decks)) }
    return { ...answers, ...oddAnswers(applicant) }
  }
}

type Draw = () => string
type Decks = Record<'opener' | 'reason' | 'closer' | 'lesson' | 'reflection' | 'care' | 'shortWhy' | 'shortProud' | 'why' | 'proud', Draw>

function short({ first, last, email, linkedin, quirk, random }: Applicant): Answers {
  const agrees = (share: number) => (random.chance(share) ? 'Yes' : 'No')
  return {
    first_name: first,
    last_name: last,
    email,
    linkedin_profile_url: linkedin,
    require_sponsorship: quirk.sponsorship ? 'Yes' : 'No',
    opt_in_legally_authorized: quirk.sponsorship ? 'No' : agrees(0.95),
    startup_previously: agrees(0.35),
    recent_role_tenure: String(random.pick([0, 3, 7, 9, 11, 14, 18, 20, 22, 26, 31, 36, 40, 44, 52, 60, 75, 98])),
    opt_in_background_check: agrees(0.9),
    opt_in_updates: agrees(0.6),
  }
}

function storyAnswers({ random, slots }: Applicant, { opener, reason, closer, lesson, reflection, care, why, proud }: Decks): Answers {
  const reasons = random.pick([[why], [why, reason], [why, reason], [why, why, reason]]).map((draw) => draw())
  const parts = [random.chance(0.75) ? opener() : '', ...reasons, random.chance(0.75) ? closer() : '']
  const story = [proud(), random.chance(0.45) ? reflection() : '', random.chance(0.5) ? lesson() : '']
  return {
    why_this_role: fillSlots(joined(parts, random.chance(0.3) ? '\n\n' : ' '), slots),
    proudest_work: fillSlots(joined(story, random.chance(0.3) ? '\n\n' : ' '), slots),
    care_story: random.chance(0.78) ? care() : null,
  }
}

function briefAnswers({ random, slots }: Applicant, { shortWhy, shortProud, care, proud }: Decks): Answers {
  return {
    why_this_role: shortWhy(),
    proudest_work: random.chance(0.6) ? shortProud() : fillSlots(proud(), slots),
    care_story: random.chance(0.3) ? care() : null,
  }
}

function oddAnswers({ quirk }: Applicant): Answers {
  const text = (oddAnswers: OddAnswer) => (oddAnswers === 'none' ? null : ODD[oddAnswers])
  return Object.fromEntries(Object.entries(quirk.answers ?? {}).map(([question_name, which]) => [question_name, text(which)]))
}

function joined(parts: string[], between: string): string {
  return parts.filter((part) => part !== '').join(between)
}
