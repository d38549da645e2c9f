import { isListType } from '#contract/questions/question-rules.ts'
import {
  NEVER_REQUIRED,
  type ApplicationQuestion,
  type createQuestion as createQuestionCall,
  type updateQuestion as updateQuestionCall,
} from '#contract/questions/questions.ts'
import type { Input } from '#contract/endpoint.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { changesOf, fieldError, found } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import {
  deleteOtherChoices,
  findEditedQuestion,
  insertQuestion,
  listUnknownRoles,
  lockOrder,
  setOrder,
  setQuestion,
  setQuestionRoles,
  upsertChoices,
} from './editing-store.ts'

type QuestionExtras = {
  answers?: { answer_text: string }[] | undefined
  ref_function_role_ids?: number[] | undefined
  all_roles_flag?: boolean | undefined
  place?: number | undefined
}

/** Throws 409 if the name is taken, 422 for invalid roles or choices. */
export async function createQuestion(db: Db, caller: StaffCaller, input: Input<typeof createQuestionCall>): Promise<ApplicationQuestion> {
  const { answers, ref_function_role_ids, place, all_roles_flag = false, ...own } = input
  const around = { answers, place, ref_function_role_ids: all_roles_flag ? [] : ref_function_role_ids }
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx)
    await rejectInvalidQuestion(tx, { ...around, ...own })
    const id = await insertQuestion(tx, { ...own, all_roles_flag, modified_by: caller.staff_account_id })
    if (id === null) throw fieldError(409, 'question_name', 'Another question has this name')
    await saveExtras(tx, [...order, id], { id, ...around })
    await recordAudit(tx, { actor: caller, action: 'question.created', subject_kind: 'question', subject_id: id })
    return (await findEditedQuestion(tx, id))!
  })
}

/** Throws 404 for an unknown question, 409 if it was changed after `version`. Identical values change nothing. */
export async function updateQuestion(db: Db, caller: StaffCaller, input: Input<typeof updateQuestionCall>): Promise<ApplicationQuestion> {
  const { ref_question_id: id, version, answers, ...asked } = input
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx)
    const stored = found(await findEditedQuestion(tx, id), 'Question not found')
    rejectStale(stored, version)
    const choices = answers?.map(({ answer_text }) => answer_text)
    const storedChoices = stored.answers.map(({ answer_text }) => answer_text)
    const changes = changesOf({ ...stored, choices: storedChoices }, withRoles({ ...asked, choices }))
    const fields = Object.keys(changes)
    if (fields.length === 0) return stored
    await rejectInvalidQuestion(tx, { ...stored, ...changes })
    const { place, ref_function_role_ids, choices: changed, ...own } = changes
    if (own.question_text !== undefined) await keepWording(tx, caller, { stored, question_text: own.question_text })
    if (fields.some((field) => field !== 'place')) await setQuestion(tx, id, { ...own, modified_by: caller.staff_account_id })
    const { all_roles_flag } = own
    await saveExtras(tx, order, { id, place, ref_function_role_ids, all_roles_flag, answers: changed && answers })
    await recordAudit(tx, { actor: caller, action: 'question.changed', subject_kind: 'question', subject_id: id, facts: { fields } })
    return (await findEditedQuestion(tx, id))!
  })
}

async function keepWording(tx: Db, caller: StaffCaller, { stored, question_text }: { stored: ApplicationQuestion; question_text: string }): Promise<void> {
  await recordVersion(tx, {
    kind: 'question',
    of_id: stored.ref_question_id,
    user_session_id: null,
    before: { content: { question_text: stored.question_text }, written_by: null, written_at: stored.modified_at },
    after: { question_text },
    by: caller,
  })
}

/** A question for all roles is assigned to none of them. IDs are sorted for comparison. */
function withRoles<Asked extends { all_roles_flag?: boolean | undefined; ref_function_role_ids?: number[] | undefined }>(asked: Asked): Asked {
  if (asked.all_roles_flag === true) return { ...asked, ref_function_role_ids: [] }
  return { ...asked, ref_function_role_ids: asked.ref_function_role_ids?.toSorted((a, b) => a - b) }
}

type RoleSettings = {
  question_type: string
  required_flag?: boolean | undefined
  ref_function_role_ids?: number[] | undefined
}

async function rejectInvalidQuestion(tx: Db, { question_type, required_flag, ref_function_role_ids: ids = [] }: RoleSettings) {
  if (isListType(question_type) && required_flag) throw fieldError(422, 'required_flag', NEVER_REQUIRED)
  if ((await listUnknownRoles(tx, ids)).length > 0) throw fieldError(422, 'ref_function_role_ids', 'One of these roles is unknown')
}

/** Saves the parts of a question stored outside its row. */
async function saveExtras(
  tx: Db,
  order: number[],
  { id, answers, ref_function_role_ids: ids, all_roles_flag, place }: QuestionExtras & { id: number },
): Promise<void> {
  if (answers) {
    const texts = answers.map(({ answer_text }) => answer_text)
    await deleteOtherChoices(tx, id, texts)
    await upsertChoices(tx, id, texts)
  }
  if (ids || all_roles_flag !== undefined) await setQuestionRoles(tx, id, { ids: [...new Set(ids)], forgetsLeftOut: all_roles_flag !== undefined })
  if (place) await setOrder(tx, order.filter((one) => one !== id).toSpliced(place - 1, 0, id))
}
