import type { Page } from '@playwright/test'

/** Left of every dialog. */
export const clickBeside = (page: Page) => page.mouse.click(8, 400)

/** The confirmations that the page has shown; `answer` is the response to them from now on. */
export function answerQuestions(page: Page) {
  const questions = { asked: [] as string[], answer: false }
  page.on('dialog', (question) => {
    questions.asked.push(question.message())
    void (questions.answer ? question.accept() : question.dismiss())
  })
  return questions
}
