import { createQuestion as createQuestionCall, listQuestions, updateQuestion as updateQuestionCall } from '#contract/questions/questions.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { listEditedQuestions } from './editing-store.ts'
import { createQuestion, updateQuestion } from './save-question.ts'

export function questionsRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listQuestions, async ({ input }) => (await listEditedQuestions(db)).filter((question) => input.include_disabled || !question.disabled_flag))

  answer(context, createQuestionCall, ({ input, caller }) => createQuestion(db, caller, input))

  answer(context, updateQuestionCall, ({ input, caller }) => updateQuestion(db, caller, input))
}
