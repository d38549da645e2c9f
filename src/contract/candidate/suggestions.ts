import { z } from 'zod'
import { Question } from '../applications/applications.ts'
import { endpoint, Id, IdText, Instant, boundedText } from '../endpoint.ts'

/** How many days after the email an applicant can respond. */
export const SUGGESTION_DAYS = 14

/** `open`: the applicant can still respond. */
export const SuggestionState = z.enum(['open', 'yes', 'no', 'expired'])
export type SuggestionState = z.infer<typeof SuggestionState>

/** A suggested role as the applicant sees it, once its email has been sent. */
export const OwnSuggestion = z.object({
  role_suggestion_id: Id,
  ref_function_role_id: Id,
  function_role_name: z.string(),
  state: SuggestionState,
  answer_until: Instant,
  /** False while the role isn't accepting applications. */
  is_accepting: z.boolean(),
  /** The questions to answer when accepting: those of the role that this application doesn't answer. */
  questions: z.array(Question.omit({ user_session_answer_id: true, user_session_id: true })),
})
export type OwnSuggestion = z.infer<typeof OwnSuggestion>

/** A suggestion as staff see it; `waiting`: its email hasn't been sent yet. */
export const RoleSuggestion = z.object({
  role_suggestion_id: Id,
  ref_function_role_id: Id,
  function_role_name: z.string(),
  state: z.enum([...SuggestionState.options, 'waiting']),
  suggested_by_email: z.string(),
  created_at: Instant,
})
export type RoleSuggestion = z.infer<typeof RoleSuggestion>

const params = z.object({ id: IdText })

export const listSuggestions = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'GET',
  path: '/api/applicants/{id}/suggestions',
  summary: 'List other roles suggested to an applicant, newest first, and those that can be',
  params,
  output: z.object({
    /** Why nothing can be suggested to this applicant; null if something can. */
    refusal: z.string().nullable(),
    /** Roles within the caller's scope that accept applications. */
    roles: z.array(z.object({ ref_function_role_id: Id, function_role_name: z.string() })),
    suggestions: z.array(RoleSuggestion),
  }),
})

export const suggestRole = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/applicants/{id}/suggestions',
  counted: 'emails_queued',
  longText: true,
  summary: `Suggest another role in an email that links to the applicant's own page, where they have ${SUGGESTION_DAYS} days to answer; 409 after a no`,
  status: 201,
  params,
  body: z.object({ ref_function_role_id: Id, subject: boundedText(500), html: boundedText(100_000) }),
  output: z.object({ role_suggestion_id: Id, message: z.string(), email_id: Id, send_after: Instant, undo_token: z.string() }),
})

export const answerSuggestion = endpoint({
  who: 'applicant',
  method: 'POST',
  path: '/api/candidate/applications/{id}/suggestions/{role_suggestion_id}',
  longText: true,
  summary: 'Answer a suggested role. Only a yes copies the application. Repeating an answer changes nothing; a different or late one gets 409',
  params: params.extend({ role_suggestion_id: IdText }),
  body: z.object({
    answer: z.enum(['yes', 'no']),
    /** Answers to the suggestion's `questions`. */
    answers: z
      .array(z.object({ question_name: boundedText(200), user_answer_text_box: boundedText(40_000) }))
      .max(200)
      .default([]),
  }),
  output: z.object({ message: z.string() }),
})

/** Drafts the email, for its sender to edit: a subject, and paragraphs of plain text. */
export function suggestionEmail({ function_role_name }: { function_role_name: string }, role_url: string): { subject: string; text: string } {
  // So braces in a role's name aren't read as a placeholder.
  const name = function_role_name.replace(/[{}]/g, '')
  const paragraphs = [
    'Hello {first_name},',
    `Thank you for applying for {function_role_name}. We think another role might be a good fit for you: ${name}.`,
    `You can read about it here: ${role_url}`,
    `Would you like to be considered for it? Please answer on your application page within ${SUGGESTION_DAYS} days: {scheduling_link}`,
    "If you say yes, we'll copy your resume and your answers to the questions that both roles ask. If you say no, or don't answer, we won't copy anything.",
    '{hiring_lead_name}',
  ]
  return { subject: `Another role for you: ${name}`, text: paragraphs.join('\n\n') }
}
