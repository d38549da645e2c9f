import { z } from 'zod'
import { AnswerChoice } from '../applications/applications.ts'
import { endpoint, flagText, Id, Instant, boundedText, requiredText } from '../endpoint.ts'
import { CHOICE_SEPARATOR } from '../applications/answer-checks.ts'
import { QUESTION_TYPE_NAMES } from './question-rules.ts'

export const NO_QUESTION_SELECTED = 'Please select a question to update'
export const NEVER_REQUIRED = 'A question about licenses is always optional'
export const MAX_CHOICES = 50

/** A question on the application form, as edited by staff. */
export const ApplicationQuestion = z.object({
  ref_question_id: Id,
  question_name: z.string(),
  question_text: z.string(),
  /** One of `QUESTION_TYPE_NAMES`; a question of any other type is shown only to staff, with a warning. */
  question_type: z.string(),
  question_placeholder: z.string(),
  required_flag: z.boolean(),
  disabled_flag: z.boolean(),
  max_words: z.int(),
  /** Its position among all questions, including disabled ones, starting at 1. */
  place: z.int(),
  /**
   * False if only the roles in `ref_function_role_ids` ask it. If that's empty, no role does; with type `Licenses`, the roles that name license
   * states do.
   */
  all_roles_flag: z.boolean(),
  ref_function_role_ids: z.array(Id),
  /** Roles that don't ask it, although it's asked for all roles or by default. */
  left_out_role_ids: z.array(Id),
  answers: z.array(AnswerChoice),
  /** True if applicants have answered it; each answer keeps the question text that the applicant saw. */
  has_answers: z.boolean(),
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type ApplicationQuestion = z.infer<typeof ApplicationQuestion>

const Choice = z.object({
  answer_text: boundedText(200)
    .trim()
    .min(1, 'Enter a text for each choice')
    .refine((text) => !text.includes(CHOICE_SEPARATOR.trim()), "A choice can't contain a semicolon"),
})

/** What staff can change about a question. */
const QuestionText = z.object({
  question_text: requiredText(2000, 'Question text is required'),
  question_placeholder: boundedText(500),
  required_flag: z.boolean(),
  disabled_flag: z.boolean(),
  max_words: z.int().min(1, 'At least 1 word').max(4000, 'At most 4000 words'),
  place: z.int().min(1).max(10_000),
  all_roles_flag: z.boolean(),
  ref_function_role_ids: z.array(Id).max(1000),
  /** All choices, in order; any that are omitted are removed. */
  answers: z
    .array(Choice)
    .max(MAX_CHOICES, `At most ${MAX_CHOICES} choices`)
    .refine((choices) => new Set(choices.map(({ answer_text }) => answer_text)).size === choices.length, 'Two choices have the same text'),
})
const optional = QuestionText.partial()

export const listQuestions = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/application/questions',
  summary: "List the application form's questions in order; includes disabled ones on request",
  query: z.object({ include_disabled: flagText(false) }),
  output: z.array(ApplicationQuestion),
})

export const createQuestion = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/application/questions',
  summary: 'Create a question; 409 if its name is taken',
  status: 201,
  body: optional.extend({
    // Forms look answers up by name, so a name can't be that of a built-in property.
    question_name: boundedText(60)
      .regex(/^[a-z][a-z0-9_]*$/, 'Use lowercase letters, digits and underscores, starting with a letter')
      .refine((name) => !(name in Object.prototype), 'This name is reserved. Use another one'),
    question_type: z.enum(QUESTION_TYPE_NAMES),
    question_text: QuestionText.shape.question_text,
  }),
  output: ApplicationQuestion,
})

export const updateQuestion = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/application/questions',
  summary: 'Update the given fields of a question; existing answers keep the text they answered',
  body: optional.extend({
    ref_question_id: z.int({ error: NO_QUESTION_SELECTED }).min(1, NO_QUESTION_SELECTED).max(2_147_483_647),
    version: z.int().optional(),
  }),
  output: ApplicationQuestion,
})
