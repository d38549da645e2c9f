import { openSession, submitAnswers, type Question } from '#contract/applications/applications.ts'
import { goodAnswer } from './make.ts'
import type { Actor, TestApp } from './setup/app.ts'

export type Applying = { user_session_id: number; questions: Question[]; as: Actor }

/** Opens an application the way a new browser does. */
export async function startApplying(app: TestApp, ref_function_role_id: number): Promise<Applying> {
  const { status, body, cookies } = await app.call(openSession, { ref_function_role_id, device_info: 'test' })
  if (status >= 300) throw new Error(JSON.stringify(body))
  return { user_session_id: body.user_session_id, questions: body.questions, as: { cookies } }
}

/** Returns valid answers to all questions, with those in `but` overriding them. */
export function answersTo(questions: Question[], but: Record<string, string> = {}) {
  return questions.map(({ user_session_answer_id, user_session_id, question_name, question_type }) => ({
    user_session_answer_id,
    user_session_id,
    user_answer_text_box: but[question_name] ?? goodAnswer(question_name, question_type),
  }))
}

/** Opens and submits an application. */
export async function apply(app: TestApp, ref_function_role_id: number, but: Record<string, string> = {}): Promise<Applying> {
  const applying = await startApplying(app, ref_function_role_id)
  const { status, body } = await app.call(submitAnswers, { answers: answersTo(applying.questions, but) }, applying.as)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return applying
}

/** Builds a multipart form with fields and one file, as a browser would send it. */
export function formWith(
  fields: Record<string, string>,
  file?: { name?: string; filename: string; type: string; content: Buffer },
): { body: Buffer; headers: { 'content-type': string } } {
  const boundary = 'rounds-test-boundary'
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.name ?? 'resume'}"; filename="${file.filename}"\r\ncontent-type: ${file.type}\r\n\r\n`
    parts.push(Buffer.from(head), file.content, Buffer.from('\r\n'))
  }
  return { body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
