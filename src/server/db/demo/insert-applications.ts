import { createHash, randomBytes } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { withKeys } from '#contract/applications/person-keys.ts'
import { continueAfter } from '#server/db/reference/seed-reference.ts'
import { application_question, user_session, user_session_answer } from '#server/db/tables.ts'
import { answerDecks } from './answers.ts'
import type { Answers } from './answers.ts'
import type { Applicant } from './applicant.ts'
import { stepsOf } from './journey.ts'
import type { Step } from './journey.ts'
import { daysBefore, inBatches } from './scene.ts'
import type { Scene } from './scene.ts'

export type Journey = { applicant: Applicant; steps: Step[] }

/** Inserts applications with their answers, and returns the decisions that led to each one's status. */
export async function insertApplications({ tx, applicants, now }: Scene): Promise<Journey[]> {
  const questions = await tx.select().from(application_question).orderBy(asc(application_question.sort_order))
  const answersOf = answerDecks()
  const told = applicants.map((applicant) => ({
    applicant,
    answers: applicant.submitted_days_ago === null ? {} : answersOf(applicant),
    steps: stepsOf(applicant, now),
  }))
  const answers = told.flatMap((one) => questions.map((question) => answerRow(one, question)))

  await inBatches(
    told.map((one) => sessionRow(one, now)),
    (rows) => tx.insert(user_session).values(rows),
  )
  await inBatches(answers, (rows) => tx.insert(user_session_answer).values(rows))
  await continueAfter(tx, user_session, user_session.user_session_id)
  return told
}

type DemoApplication = Journey & { answers: Answers }

function sessionRow({ applicant, answers, steps }: DemoApplication, now: Date): typeof user_session.$inferInsert {
  const { user_session_id, ref_function_role_id, status, quirk, submitted_days_ago } = applicant
  const opened = daysBefore(now, applicant.opened_days_ago)
  const submitted = submitted_days_ago === null ? null : daysBefore(now, submitted_days_ago)
  const last = steps.at(-1)
  const changed = last ? last.at.toISOString() : (submitted ?? opened)
  return {
    user_session_id,
    ref_function_role_id,
    ref_application_status_id: status,
    // Truly random: with the hash of a known cookie, anyone could open the application.
    capability_hash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    device_info: deviceOf(applicant),
    suspected_bot: quirk.bot ?? false,
    created_at: opened,
    status_changed_at: changed,
    last_action_at: changed,
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
