import { createQuestion as createQuestionCall, listQuestions, updateQuestion as updateQuestionCall } from '#contract/questions.ts'
import { answer, type House } from '#server/http/answer.ts'
import { listEditedQuestions } from './editing-store.ts'
import { createQuestion, updateQuestion } from './save-question.ts'

export function questionsRoutes(house: House): void {
  const { db } = house.services

  answer(house, listQuestions, async ({ input }) => (await listEditedQuestions(db)).filter((one) => input.include_disabled || !one.disabled_flag))

  answer(house, createQuestionCall, ({ input, caller }) => createQuestion(db, caller, input))

  answer(house, updateQuestionCall, ({ input, caller }) => updateQuestion(db, caller, input))
}
