import { createHash } from 'node:crypto'
import type { Question } from '#contract/applications/applications.ts'
import { withKeys } from '#contract/applications/person-keys.ts'
import { countWords, MAX_CHARACTERS, type AnswerRules } from '#contract/applications/answer-checks.ts'
import { toStored, answerError } from '#contract/questions/question-rules.ts'
import type { OpenRoleDetail } from '#contract/roles.ts'
import { writeTogether, type Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { queueingForSearch } from '#server/people/search-queue.ts'
import type { Services } from '#server/services.ts'
import { deleteDraftsQuery } from './drafts/draft-store.ts'
import { queueConfirmation } from './confirmation/confirm-application.ts'
import { setAnswersQuery, setSubmittedQuery, type Person } from './store.ts'

/** One question's submitted answer; `honeypot` is the content of the hidden field. */
export type SubmittedAnswer = { user_answer_text_box: string; honeypot?: string | undefined }
type QuestionIds = AnswerRules & { ref_question_id: number }
export type PreparedAnswer<Q extends QuestionIds = QuestionIds> = Q & { user_answer_text_box: string; isTrapped: boolean }

/** The answer to each question as it will be stored. */
export function pairAnswers<Q extends QuestionIds>(questions: Q[], given: (question: Q) => SubmittedAnswer | undefined): PreparedAnswer<Q>[] {
  return questions.map((question) => {
    const answer = given(question)
    const isTrapped = (answer?.honeypot ?? '').trim() !== ''
    return { ...question, isTrapped, user_answer_text_box: toStored(question, answer ? answerToStore(question, answer, isTrapped) : '') }
  })
}

/** Returns the honeypot's text instead of the real answer, truncated to the question's limits, so a bot can't tell that it was caught. */
function answerToStore(question: AnswerRules, answer: SubmittedAnswer, isTrapped: boolean): string {
  if (!isTrapped) return answer.user_answer_text_box
  const text = answer.honeypot!.trim().slice(0, MAX_CHARACTERS)
  return countWords(text) > question.max_words ? text.split(/\s+/u).slice(0, question.max_words).join(' ') : text
}

/** Throws 422 with a sentence for each invalid answer, by `question_name`. */
export function rejectInvalidAnswers(answered: PreparedAnswer[]): void {
  const errors = answered.flatMap((question) => {
    const message = answerError(question, question.user_answer_text_box)
    return message ? [{ path: question.question_name, message }] : []
  })
  if (errors.length > 0) throw new HttpError(422, "Some answers aren't valid. Check them and try again.", { errors })
}

/** The natural key of a submission: identical content gives an identical key. */
export function contentHash(answered: PreparedAnswer[]): string {
  const content = answered.map(({ ref_question_id, user_answer_text_box }) => [ref_question_id, user_answer_text_box])
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

type CompletionInput = {
  user_session_id: number
  role: Pick<OpenRoleDetail, 'ref_function_role_id' | 'reply_within_days'>
  answered: PreparedAnswer<Question>[]
  drafts: string[]
  /** Identity of someone we already know; by default, it's taken from the answers. */
  person?: Person
}

/** Stores the answers and status and queues the confirmation, in the caller's transaction. Logs a filled honeypot. */
export async function completeApplication(
  tx: Db,
  { env, keys, log }: Pick<Services, 'env' | 'keys' | 'log'>,
  { user_session_id, role, answered, drafts, person = personOf(answered) }: CompletionInput,
) {
  const submission = {
    ...person,
    reply_within_days: role.reply_within_days ?? env.REPLY_WITHIN_DAYS,
    submitted_hash: contentHash(answered),
    suspected_bot: answered.some((one) => one.isTrapped),
  }
  if (submission.suspected_bot) log.warn({ user_session_id }, 'an application filled in the hidden field, so it may be from a bot')
  await writeTogether(tx, [
    setAnswersQuery(answered),
    setSubmittedQuery(tx, user_session_id, submission),
    queueingForSearch(user_session_id),
    deleteDraftsQuery(tx, { user_session_id, ref_function_role_id: role.ref_function_role_id, drafts }),
  ])
  await queueConfirmation(tx, { env, keys }, user_session_id)
}

function personOf(answered: PreparedAnswer[]): Person {
  const answer = (name: string) => answered.find((one) => one.question_name === name)?.user_answer_text_box || null
  return withKeys({
    first_name: answer('first_name'),
    last_name: answer('last_name'),
    email: answer('email'),
    linkedin_profile_url: answer('linkedin_profile_url'),
  })
}
