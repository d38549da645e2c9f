import { randomUUID } from 'node:crypto'
import type { Question } from '#contract/applications/applications.ts'
import { withKeys } from '#contract/applications/person-keys.ts'
import { isListType } from '#contract/questions/question-rules.ts'
import { findResume } from '#server/applicants/one/store.ts'
import { readResume } from '#server/applicants/one/read-resume.ts'
import { pairAnswers, completeApplication, rejectInvalidAnswers } from '#server/applications/complete-application.ts'
import { releaseConfirmation } from '#server/applications/confirmation/confirm-application.ts'
import { reserveResume, setCurrentResume } from '#server/applications/resume-store.ts'
import { insertSession } from '#server/applications/store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { purposeHash, randomToken } from '#server/http/keys.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { lockOwn } from '../own-applications.ts'
import type { Own } from '../withdraw.ts'
import { answerGivenTo } from './list-own-suggestions.ts'
import {
  copyLicenses,
  findContactBar,
  findEarlierContact,
  findSuggestion,
  listGivenAnswers,
  setSuggestionAnswer,
  type GivenAnswer,
  type SentSuggestion,
} from './suggestion-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'files' | 'log'>
type FormInput = { question_name: string; user_answer_text_box: string }
type SuggestionAnswer = { role_suggestion_id: number; answers: FormInput[] }

const ACCEPTED = "We've added an application for this role. You'll get a confirmation by email."
const NOT_OPEN = 'This role is no longer open.'
const DECLINED = "We won't suggest this role to you again."

/**
 * Declines a suggested role. Throws 404 for a suggestion that isn't theirs, 409 for one that expired or was accepted. Returns what to tell the
 * candidate.
 */
export async function declineRole({ db }: Pick<Services, 'db'>, own: Own, role_suggestion_id: number): Promise<string> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    if ((await findAnswerable(tx, { own, role_suggestion_id, answer: 'no' })) === 'answered') return DECLINED
    await setSuggestionAnswer(tx, role_suggestion_id, { answer: 'no', new_user_session_id: null })
    await record(tx, own.user_session_id, 'applicant.suggestion-declined', { role_suggestion_id })
    return DECLINED
  })
}

/**
 * Creates and submits an application for the suggested role, with the resume and the answers to questions that both roles ask. Throws 404 and 409 as
 * above, and also if the role has closed or the person has applied for it since; 422 with a sentence for each missing answer. Returns what to tell
 * the candidate.
 */
export async function acceptRole(services: Deps, own: Own, answering: SuggestionAnswer): Promise<string> {
  const resume = await copyResume(services, own)
  const isUsed = await services.db
    .transaction((tx) => accept({ ...services, tx }, own, { ...answering, resume }))
    .catch(async (error: unknown) => {
      // Our own errors are thrown before the commit, so nothing refers to the copy. After any other failure, the sweep decides.
      if (error instanceof HttpError && resume) await services.files.remove(resume.storage_key)
      throw error
    })
  if (!isUsed && resume) await services.files.remove(resume.storage_key)
  return ACCEPTED
}

type Copy = { resume_id: number; storage_key: string; sha256: string; size_bytes: number }

/** Stores a copy of the resume under a new key, because erasing one application must not erase the other's file. */
async function copyResume(services: Deps, { email_key, user_session_id }: Own): Promise<Copy | null> {
  const stored = await findResume(services.db, user_session_id, 'everyone', email_key)
  if (!stored) return null
  const { resume_id, content } = await readResume(services, user_session_id, 'everyone', email_key)
  const storage_key = `resumes/${randomUUID()}.pdf`
  await services.files.put(storage_key, content)
  return { resume_id, storage_key, sha256: stored.sha256, size_bytes: stored.size_bytes }
}

type Context = Pick<Services, 'env' | 'keys' | 'log'> & { tx: Db }

/** Returns false if they had already accepted it. */
async function accept(
  { tx, env, keys, log }: Context,
  own: Own,
  { role_suggestion_id, answers, resume }: SuggestionAnswer & { resume: Copy | null },
): Promise<boolean> {
  const { user_session_id, email_key } = own
  const session = await lockOwn(tx, own)
  const suggestion = await findAnswerable(tx, { own, role_suggestion_id, answer: 'yes' })
  if (suggestion === 'answered') return false
  const { ref_function_role_id } = suggestion
  const role = await findOpenRole(tx, ref_function_role_id)
  if (!role) throw new HttpError(409, NOT_OPEN)
  if ((await findContactBar(tx, user_session_id)).is_erasing) throw new HttpError(409, 'You asked us to erase this application.')
  if ((await findEarlierContact(tx, { user_session_id, ref_function_role_id })).has_applied) throw new HttpError(409, "You've already applied for this role.")
  if ((await findResume(tx, user_session_id, 'everyone', email_key))?.resume_id !== resume?.resume_id)
    throw new HttpError(409, 'Your resume has changed. Please try again.')

  const given = await listGivenAnswers(tx, user_session_id)
  const capability_hash = purposeHash('application', randomToken())
  const opened = await insertSession(tx, { ref_function_role_id, device_info: session.device_info, capability_hash })
  if (!opened) throw new HttpError(409, NOT_OPEN)
  const answered = pairAnswers(opened.questions, (question) => answerTo(question, given, answers))
  rejectInvalidAnswers(answered)
  const to = opened.user_session_id
  const { first_name, last_name, email, linkedin_profile_url } = session
  const person = withKeys({ first_name, last_name, email, linkedin_profile_url })
  await completeApplication(tx, { env, keys, log }, { user_session_id: to, role, answered, drafts: [], person })
  if (opened.questions.some(({ question_type }) => isListType(question_type))) await copyLicenses(tx, { from: user_session_id, to })
  if (resume) await addResume(tx, to, resume)
  await releaseConfirmation(tx, { env, keys }, to)
  await setSuggestionAnswer(tx, role_suggestion_id, { answer: 'yes', new_user_session_id: to })
  // Neither row refers to the other application, so erasing one leaves no trace of it in the other.
  await record(tx, user_session_id, 'applicant.suggestion-accepted', { role_suggestion_id })
  await record(tx, to, 'applicant.applied-by-suggestion', {})
  return true
}

async function addResume(tx: Db, user_session_id: number, { resume_id: _copied, ...file }: Copy): Promise<void> {
  const resume_id = await reserveResume(tx, { user_session_id, ...file })
  await setCurrentResume(tx, user_session_id, resume_id)
  await queueForSearch(tx, user_session_id)
}

type AnswerRequest = { own: Own; role_suggestion_id: number; answer: 'yes' | 'no' }

/** Returns 'answered' if the same answer was already given. */
async function findAnswerable(tx: Db, { own, role_suggestion_id, answer }: AnswerRequest): Promise<SentSuggestion | 'answered'> {
  const found = await findSuggestion(tx, { user_session_id: own.user_session_id, role_suggestion_id })
  if (!found) throw new HttpError(404, "We couldn't find this suggestion.")
  if (found.state === answer) return 'answered'
  if (found.state === 'open') return found
  throw new HttpError(409, found.state === 'expired' ? 'The deadline to answer has passed.' : "You've already answered.")
}

function answerTo(question: Question, given: GivenAnswer[], typed: FormInput[]): { user_answer_text_box: string } | undefined {
  const earlier = answerGivenTo(question, given)
  return earlier === null ? typed.find(({ question_name }) => question_name === question.question_name) : { user_answer_text_box: earlier }
}

type RecordedAction = 'applicant.suggestion-declined' | 'applicant.suggestion-accepted' | 'applicant.applied-by-suggestion'

function record(tx: Db, subject_id: number, action: RecordedAction, facts: { role_suggestion_id?: number }): Promise<void> {
  return recordAudit(tx, { actor: 'candidate', action, subject_kind: 'applicant', subject_id, facts })
}
