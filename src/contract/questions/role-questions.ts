import { z } from 'zod'
import { endpoint, Id, idText } from '../endpoint.ts'
import { ApplicationQuestion } from './questions.ts'

export const UNKNOWN_QUESTION = 'One of these questions is unknown or disabled'
export const LICENSE_STATES_REQUIRED = 'Asked for roles that list license states. Add one to this role, or choose its roles in the question editor'

/** A library question as asked in one role's form. */
export const RoleQuestion = ApplicationQuestion.pick({ ref_question_id: true, question_name: true, question_text: true, question_type: true }).extend({
  asked_flag: z.boolean(),
  /** Whether it's required for this role. */
  required_flag: z.boolean(),
  /** By default, only roles that name license states ask it, and this one doesn't. */
  needs_license_states: z.boolean(),
})
export type RoleQuestion = z.infer<typeof RoleQuestion>

/** Every enabled question, in the order they appear on the role's form. */
export const RoleQuestions = z.object({
  /** The version of the role. */
  version: z.int(),
  questions: z.array(RoleQuestion),
})
export type RoleQuestions = z.infer<typeof RoleQuestions>

export const ChosenQuestion = z.object({
  ref_question_id: Id,
  /** Defaults to the question's own setting. */
  required_flag: z.boolean().optional(),
})

const params = z.object({ id: idText('Invalid role ID') })

export const readRoleQuestions = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/open-roles/admin/{id}/questions',
  summary: 'List the questions a role asks, and those in the library it could ask',
  params,
  output: RoleQuestions,
})

export const chooseRoleQuestions = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/open-roles/admin/{id}/questions',
  summary: "Set the questions a role asks, in this order; applications already in progress keep theirs. 409 if `version` isn't the current one",
  params,
  body: z.object({
    version: z.int().optional(),
    questions: z
      .array(ChosenQuestion)
      .max(200)
      .refine((all) => new Set(all.map((one) => one.ref_question_id)).size === all.length, 'Each question can be asked only once'),
  }),
  output: RoleQuestions,
})
