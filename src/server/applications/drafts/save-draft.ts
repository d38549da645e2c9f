import type { Output } from '#contract/endpoint.ts'
import type { readDraft as readDraftCall } from '#contract/candidate/drafts.ts'
import { emailKey } from '#contract/applications/person-keys.ts'
import { applicationHashes } from '#server/applications/cookie.ts'
import { findStartedSession } from '#server/applications/store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { seal } from '#server/mail/sealed.ts'
import { insertEmail } from '#server/mail/store.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { findKnownVia } from '#server/roles/link-store.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { draftEmail } from './draft-email.ts'
import { findDraft, insertDraft, lockDraft, setDraftAnswers, type DraftAnswers } from './draft-store.ts'

type Given = { question_name: string; user_answer_text_box: string; edited_at?: number | undefined }
export type Draft = { ref_function_role_id: number; email: string; answers: Given[]; via?: string | undefined }
/** `key`: the draft for this role that this browser already holds; `cookies` open its applications. */
type Browser = { key: string | undefined; cookies: string[]; ip: string }
type Needed = Pick<Services, 'db' | 'env' | 'keys' | 'limits'>

/**
 * Saves the answers for 14 days and emails a link to them. A draft that this browser opened or saved before is merged by field: the later edit wins.
 * Returns the key even when this address has no emails left today, so a response never reveals what that mailbox got. Throws 404 when the role isn't
 * open.
 */
export async function saveDraft(services: Needed, draft: Draft, browser: Browser): Promise<string> {
  await services.limits.take('candidate-draft', browser.ip)
  const role = await findOpenRole(services.db, draft.ref_function_role_id)
  if (!role) throw new HttpError(404, 'Role not found')
  const { ref_function_role_id, email } = draft
  const asked = new Set((await listAskedQuestions(services.db, ref_function_role_id)).map((one) => one.question_name))
  const answers = answersOf(draft.answers.filter((one) => asked.has(one.question_name)))
  const via = draft.via ? await findKnownVia(services.db, ref_function_role_id, draft.via) : null
  const begun = browser.cookies.length > 0 ? await findStartedSession(services.db, ref_function_role_id, applicationHashes(browser.cookies)) : null
  return services.db.transaction(async (tx) => {
    const email_key = emailKey(email)!
    const held = browser.key ? await lockDraft(tx, purposeHash('draft', browser.key)) : null
    const isSame = held?.ref_function_role_id === ref_function_role_id && held.email_key === email_key
    const key = isSame ? browser.key! : randomToken()
    if (isSame) await setDraftAnswers(tx, held.key_hash, merged(held.answers, answers))
    else
      await insertDraft(tx, {
        key_hash: purposeHash('draft', key),
        ref_function_role_id,
        user_session_id: begun?.user_session_id ?? null,
        email,
        email_key,
        answers,
      })
    await emailLink(tx, services, { email, function_role_name: role.function_role_name, key, via })
    return key
  })
}

type Sent = { email: string; function_role_name: string; key: string; via: string | null }

async function emailLink(tx: Db, { env, keys }: Needed, { email, function_role_name, key, via }: Sent): Promise<void> {
  const link = `${env.BASE_URL}/application/draft/${seal(keys, key)}${via === null ? '' : `?via=${via}`}`
  const written = draftEmail(await letterheadOf(env, tx), { to_address: email, function_role_name, link })
  await insertEmail(tx, written, { candidate: 'link', scale: env.LIMITS_SCALE })
}

/** Returns the answers behind a key; throws 404 once they're gone. */
export async function readDraft({ db }: Pick<Services, 'db'>, key: string): Promise<Output<typeof readDraftCall>> {
  const draft = await findDraft(db, purposeHash('draft', key))
  if (!draft) throw new HttpError(404, 'These answers are no longer available.')
  const answers = Object.entries(draft.answers).map(([question_name, { answer, edited_at }]) => ({
    question_name,
    user_answer_text_box: answer,
    edited_at,
  }))
  return { ref_function_role_id: draft.ref_function_role_id, saved_at: draft.saved_at, answers }
}

/** Keeps a device whose clock is ahead from always winning. */
function answersOf(given: Given[]): DraftAnswers {
  const now = Date.now()
  return Object.fromEntries(
    given.map(({ question_name, user_answer_text_box, edited_at = now }) => [
      question_name,
      { answer: user_answer_text_box, edited_at: Math.min(Math.floor(edited_at), now) },
    ]),
  )
}

function merged(kept: DraftAnswers, given: DraftAnswers): DraftAnswers {
  const later = Object.entries(given).filter(([name, { edited_at }]) => edited_at >= (kept[name]?.edited_at ?? 0))
  return { ...kept, ...Object.fromEntries(later) }
}
