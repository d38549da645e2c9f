import type { OwnSuggestion } from '#contract/candidate/suggestions.ts'
import { isListType, answerError } from '#contract/questions/question-rules.ts'
import type { Db } from '#server/db/connect.ts'
import { listAskedQuestions, type AskedQuestion } from '#server/questions/store.ts'
import { listGivenAnswers, listSentSuggestions, type GivenAnswer } from './suggestion-store.ts'

/** The suggestions an applicant knows about, with the questions to answer in order to accept. */
export async function listOwnSuggestions(db: Db, user_session_id: number): Promise<OwnSuggestion[]> {
  const rows = await listSentSuggestions(db, user_session_id)
  const given = rows.some(({ state }) => state === 'open') ? await listGivenAnswers(db, user_session_id) : []
  const all: OwnSuggestion[] = []
  for (const row of rows) {
    const asked = row.state === 'open' && row.is_accepting ? await listAskedQuestions(db, row.ref_function_role_id) : []
    all.push({ ...row, questions: asked.filter((question) => isMissing(question, given)) })
  }
  return all
}

/** An answer counts only for the same wording: a question that changed is asked again. */
export function answerGivenTo(question: AskedQuestion, given: GivenAnswer[]): string | null {
  const earlier = given.find((one) => one.ref_question_id === question.ref_question_id)
  const isSame = earlier?.question_text === question.question_text && earlier.question_type === question.question_type
  return isSame && answerError(question, earlier.user_answer_text_box) === null ? earlier.user_answer_text_box : null
}

/** Lists, such as licenses, are added on a separate page. */
function isMissing(question: AskedQuestion, given: GivenAnswer[]): boolean {
  return !isListType(question.question_type) && answerGivenTo(question, given) === null
}
