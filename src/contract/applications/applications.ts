import { z } from 'zod'
import { endpoint, Id, IdText, idText, Instant, Message, boundedText } from '../endpoint.ts'

export const AnswerChoice = z.object({ ref_question_answer_id: Id, answer_text: z.string() })

/** A question in an application. */
export const Question = z.object({
  user_session_answer_id: Id,
  user_session_id: Id,
  ref_question_id: Id,
  question_name: z.string(),
  question_text: z.string(),
  question_type: z.string(),
  question_placeholder: z.string(),
  required_flag: z.boolean(),
  max_words: z.int(),
  answers: z.array(AnswerChoice),
})
export type Question = z.infer<typeof Question>

export const openSession = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/user-session',
  counted: 'applications_opened',
  summary: 'Start an application; with the cookie of an unsubmitted one, returns that one (200)',
  status: 201,
  body: z.object({
    ref_function_role_id: Id,
    device_info: boundedText(1000).default(''),
    /** The `via` of the link the person used. */
    via: boundedText(40).optional(),
  }),
  output: z.object({ user_session_id: Id, questions: z.array(Question) }),
})

/** `asStored` strips characters that can't be stored instead of rejecting the answer, because people can't see a pasted NUL. */
const AnswerText = z
  .string()
  // Far above any question's limit, whose own sentence names the question.
  .max(200_000, 'Use at most 200000 characters')
  .overwrite((text) => text.toWellFormed())

/** An answer as sent by the form. `honeypot` is the content of the field people can't see. */
export const Answer = z.object({
  user_session_answer_id: Id,
  user_session_id: Id,
  user_answer_text_box: AnswerText,
  question_name: boundedText(200).optional(),
  honeypot: AnswerText.optional(),
})
export type Answer = z.infer<typeof Answer>

export const submitAnswers = endpoint({
  who: 'candidate',
  method: 'POST',
  path: '/api/user-session/answers',
  longText: true,
  counted: 'applications_submitted',
  summary: "Submit the answers of the cookie's application, all or none",
  body: z.object({ answers: z.array(Answer).min(1).max(200) }),
  output: z.object({ user_session_id: Id, message: z.string() }),
})

/** The answers a browser that applied for one role may reuse for the next; empty if it hasn't applied for one, or did so over an hour ago. */
export const EarlierAnswers = z.object({
  function_role_name: z.string().nullable(),
  applied_at: Instant.nullable(),
  answers: z.array(z.object({ question_name: z.string(), user_answer_text_box: z.string() })),
})
export type EarlierAnswers = z.infer<typeof EarlierAnswers>

export const readEarlierAnswers = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/user-session/earlier-answers',
  summary: "Get the answers of this browser's newest application for another role, to offer them for this one",
  query: z.object({ ref_function_role_id: IdText }),
  output: EarlierAnswers,
})

export const MAX_RESUME_BYTES = 10 * 1024 * 1024
export const PDF_ONLY = 'Only PDF files are supported. Please select a PDF file.'

export const uploadResume = endpoint({
  who: 'candidate',
  method: 'POST',
  path: '/api/user-session/resume',
  counted: 'resumes_uploaded',
  summary: 'Upload the resume of a submitted application as a form with user_session_id and the PDF `resume`, up to 10 MB',
  status: 201,
  consumes: 'multipart',
  form: z.object({ user_session_id: Id, resume: z.string().meta({ contentMediaType: 'application/pdf', contentEncoding: 'binary' }) }),
  output: Message,
})

/** The JSON version of `POST /roles/{id}/apply`: opens and submits an application in one call. */
export const applyAtOnce = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/roles/{id}/apply',
  longText: true,
  counted: 'applications_submitted',
  summary: 'Apply in one call; a form body comes from the application form without JavaScript',
  status: 201,
  params: z.object({ id: idText('Invalid role ID') }),
  form: z.record(z.string(), z.string()).meta({ description: 'Answers by question_name' }),
  body: z.object(
    {
      answers: z.array(z.object({ question_name: boundedText(200), user_answer_text_box: AnswerText })).max(200),
      device_info: boundedText(1000).optional(),
      via: boundedText(40).optional(),
    },
    'Invalid application data',
  ),
  output: z.object({ user_session_id: Id }),
})
