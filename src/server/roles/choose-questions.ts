import type { Input } from '#contract/endpoint.ts'
import { isListType } from '#contract/questions/question-rules.ts'
import { NEVER_REQUIRED } from '#contract/questions/questions.ts'
import { LICENSE_STATES_REQUIRED, UNKNOWN_QUESTION, type chooseRoleQuestions, type RoleQuestions } from '#contract/questions/role-questions.ts'
import { ROLE_STATES } from '#contract/roles.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import {
  listQuestionsForRole,
  lockOrder,
  setQuestionsOfRole,
  touchQuestions,
  type RoleOverride,
  type QuestionForRole,
} from '#server/questions/editing-store.ts'
import { findEditedRole, lockRole, setRole } from './editing-store.ts'

type ChosenQuestions = Input<typeof chooseRoleQuestions>['questions']

/** Throws 404 for an unknown role. */
export async function readQuestions(db: Db, id: number): Promise<RoleQuestions> {
  const { version } = found(await findEditedRole(db, id), 'Role not found')
  return { version, questions: await listQuestionsForRole(db, id) }
}

/**
 * Throws 404 for an unknown role, 409 if it was changed after `version`, 422 on `questions` for a question that can't be asked, or for an empty list
 * while candidates can see the role. Identical values change nothing.
 */
export async function chooseQuestions(db: Db, caller: StaffCaller, { id, version, questions }: Input<typeof chooseRoleQuestions>): Promise<RoleQuestions> {
  return db.transaction(async (tx) => {
    await lockRole(tx, id)
    const role = found(await findEditedRole(tx, id), 'Role not found')
    rejectStale(role, version)
    await lockOrder(tx)
    const library = await listQuestionsForRole(tx, id)
    const chosenQuestions = withRequired(library, questions)
    if (chosenQuestions.length === 0 && ROLE_STATES[role.state].page === 200)
      throw fieldError(422, 'questions', 'Candidates can see this role, so it needs at least one question')
    if (isSame(library, chosenQuestions)) return { version: role.version, questions: library }
    await setQuestionsOfRole(tx, id, rowsOf(library, chosenQuestions))
    const questionsToUpdate = library.filter(
      (one) => !one.asked_anyway && one.asked_flag !== chosenQuestions.some(({ ref_question_id }) => ref_question_id === one.ref_question_id),
    )
    const modified_by = caller.staff_account_id
    await touchQuestions(tx, { ids: questionsToUpdate.map((one) => one.ref_question_id), modified_by })
    await setRole(tx, id, { modified_by })
    await recordAudit(tx, { actor: caller, action: 'role.changed', subject_kind: 'role', subject_id: id, facts: { fields: ['questions'] } })
    return readQuestions(tx, id)
  })
}

type Params = { ref_question_id: number; required_flag: boolean }

function withRequired(library: QuestionForRole[], questions: ChosenQuestions): Params[] {
  return questions.map(({ ref_question_id, required_flag }) => {
    const question = library.find((one) => one.ref_question_id === ref_question_id)
    if (!question) throw fieldError(422, 'questions', UNKNOWN_QUESTION)
    if (question.needs_license_states && !question.asked_flag) throw fieldError(422, 'questions', LICENSE_STATES_REQUIRED)
    if (required_flag && isListType(question.question_type)) throw fieldError(422, 'questions', NEVER_REQUIRED)
    return { ref_question_id, required_flag: required_flag ?? question.required_in_library }
  })
}

function isSame(library: QuestionForRole[], chosen: Params[]): boolean {
  const now = library.filter((one) => one.asked_flag).map(({ ref_question_id, required_flag }) => ({ ref_question_id, required_flag }))
  return JSON.stringify(now) === JSON.stringify(chosen)
}

/**
 * Where this role differs from the questions' own settings. If the role leaves out the licenses list, it stays out even if other roles ask for it.
 */
function rowsOf(library: QuestionForRole[], chosen: Params[]): RoleOverride[] {
  return library.flatMap<RoleOverride>(({ ref_question_id, question_type, asked_anyway, required_in_library }) => {
    const place = chosen.findIndex((one) => one.ref_question_id === ref_question_id)
    if (place < 0) return asked_anyway || isListType(question_type) ? [{ ref_question_id, asked_flag: false, required_flag: null, sort_order: null }] : []
    const { required_flag } = chosen[place]!
    return [
      {
        ref_question_id,
        asked_flag: asked_anyway ? null : true,
        required_flag: required_flag === required_in_library ? null : required_flag,
        sort_order: (place + 1) * 10,
      },
    ]
  })
}
