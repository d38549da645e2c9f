import type { Output } from '#contract/endpoint.ts'
import type { readDraft as readDraftCall } from '#contract/candidate/drafts.ts'
import { emailKey } from '#contract/applications/person-keys.ts'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import { applicationHashes } from '#server/applications/cookie.ts'
import { findStartedSession } from '#server/applications/store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { seal } from '#server/mail/sealed.ts'
import { insertEmail } from '#server/mail/store.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { findLinkName } from '#server/roles/link-store.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'
import { findDraft, insertDraft, lockDraft, setDraftVersions, type DraftAnswers, type Versions } from './draft-store.ts'

type Input = { question_name: string; user_answer_text_box: string; edited_at?: number | undefined }
export type Draft = {
  ref_function_role_id: number
  email: string
  answers: Input[]
  via?: string | undefined
  saved_at?: string | undefined
  device?: string | undefined
}
/** `key`: the draft for this role that this browser already has; `cookies` give access to its applications. */
type Browser = { key: string | undefined; cookies: string[]; ip: string }
type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'limits'>

type SaveResult = { key: string; saved_at: string; has_other: boolean }

/**
 * Saves the answers for 14 days and emails a link to them. Continues a draft that this browser opened or saved before; if another device has saved
 * since, both versions are kept. A third version gets a separate draft and link. Returns the key even when this address has no emails left today, so
 * a response never reveals what that mailbox got. Throws 404 when the role isn't open.
 */
export async function saveDraft(services: Deps, draft: Draft, browser: Browser): Promise<SaveResult> {
  await services.limits.take('candidate-draft', browser.ip)
  const role = await findOpenRole(services.db, draft.ref_function_role_id)
  if (!role) throw new HttpError(404, 'Role not found')
  const { ref_function_role_id, email } = draft
  const answers = await answersOf(services.db, draft)
  const via = draft.via ? await findLinkName(services.db, ref_function_role_id, draft.via) : null
  const session = browser.cookies.length > 0 ? await findStartedSession(services.db, ref_function_role_id, applicationHashes(browser.cookies)) : null
  return services.db.transaction(async (tx) => {
    const email_key = emailKey(email)!
    const stored = browser.key ? await lockDraft(tx, purposeHash('draft', browser.key)) : null
    const isSame = stored?.ref_function_role_id === ref_function_role_id && stored.email_key === email_key
    const versions = isSame ? mergeVersions(stored, answers, draft) : null
    const key = versions ? browser.key! : randomToken()
    const key_hash = purposeHash('draft', key)
    const user_session_id = session?.user_session_id ?? null
    const device = draft.device ?? null
    const saved_at = versions
      ? await setDraftVersions(tx, key_hash, { ...versions, device })
      : await insertDraft(tx, { key_hash, ref_function_role_id, user_session_id, email, email_key, answers, device })
    await emailLink(tx, services, { email, function_role_name: role.function_role_name, key, via })
    return { key, saved_at, has_other: (versions?.other ?? null) !== null }
  })
}

const TWO_VERSIONS_ALREADY = "You've already saved two versions of this application. To save what's in this form, ask us to email you a link to it."

type Choice = { ref_function_role_id: number; answers: Input[]; saved_at: string; version: 'this' | 'other' }
const DRAFT_GONE = 'These answers are no longer available.'
const CHANGED_AGAIN = "This application was saved again on another device or in another tab. To save what's in this form, ask us to email you a link to it."

/**
 * Saves what the form contains, then discards the other version or swaps the two. Never discards anything this person hasn't seen: if another device
 * has saved since `saved_at`, there are still two versions to choose from. Throws 404 once the draft is gone, and 409 for a third version.
 */
export async function chooseVersion({ db }: Pick<Services, 'db'>, choice: Choice, key: string | undefined) {
  const answers = await answersOf(db, choice)
  return db.transaction(async (tx) => {
    const stored = key ? await lockDraft(tx, purposeHash('draft', key)) : null
    if (stored?.ref_function_role_id !== choice.ref_function_role_id) throw new HttpError(404, DRAFT_GONE)
    const kept = mergeVersions(stored, answers, choice)
    if (!kept) throw new HttpError(409, CHANGED_AGAIN)
    const versions = isVersion(stored.saved_at, choice.saved_at) ? applyChoice(kept, choice.version) : kept
    const saved_at = await setDraftVersions(tx, stored.key_hash, { ...versions, device: null })
    return { answers: versions.answers, saved_at, has_other: versions.other !== null }
  })
}

/**
 * Keeps answers carried over from another role alongside this browser's draft for this role: as a second version if any answer differs, otherwise
 * merged. Returns null if there's no such draft, or if it's for another address, because its link is in that mailbox. Throws 409 for a third
 * version.
 */
export async function saveCarriedAnswers(
  { db }: Pick<Services, 'db'>,
  carried: Pick<Draft, 'ref_function_role_id' | 'email' | 'answers'>,
  key: string | undefined,
) {
  const answers = await answersOf(db, carried)
  const email_key = emailKey(carried.email)
  return db.transaction(async (tx) => {
    const stored = key ? await lockDraft(tx, purposeHash('draft', key)) : null
    if (stored?.ref_function_role_id !== carried.ref_function_role_id) return null
    if (email_key !== null && email_key !== stored.email_key) return null
    const versions = mergeVersions(stored, answers, {})
    if (!versions) throw new HttpError(409, TWO_VERSIONS_ALREADY)
    const saved_at = await setDraftVersions(tx, stored.key_hash, { ...versions, device: null })
    return { answers: versions.answers, saved_at, has_other: versions.other !== null }
  })
}

/** The chosen version counts as edited now, so a tab with earlier answers can't change it. */
function applyChoice({ answers, other }: Versions, version: Choice['version']): Versions {
  if (version === 'this' || !other) return { answers: stampEdited(answers), other: null }
  return { answers: stampEdited(other.answers), other: { saved_at: null, answers } }
}

function stampEdited(answers: DraftAnswers): DraftAnswers {
  const edited_at = Date.now()
  return Object.fromEntries(Object.entries(answers).map(([name, one]) => [name, { ...one, edited_at }]))
}

const isVersion = (saved_at: string | null, seen: string | undefined) => saved_at !== null && seen !== undefined && Date.parse(saved_at) === Date.parse(seen)

type SeenVersion = Pick<Draft, 'saved_at' | 'device'>

/**
 * Returns both versions after a save by someone who had seen the version saved at `saved_at`, or null if there'd be a third one. Different answers to
 * the same question make two versions; otherwise, or if the same device saved before, they're merged.
 */
function mergeVersions(
  stored: Versions & { saved_at: string; device: string | null },
  given: DraftAnswers,
  { saved_at, device }: SeenVersion,
): Versions | null {
  const { answers, other } = stored
  const isSameDevice = other === null && device !== undefined && stored.device === device
  if (isVersion(stored.saved_at, saved_at) || isSameDevice) return { answers: mergeAnswers(answers, given), other }
  if (other && isVersion(other.saved_at, saved_at)) return { answers: mergeAnswers(other.answers, given), other: { saved_at: stored.saved_at, answers } }
  if (!differ(answers, given)) return { answers: { ...answers, ...withoutBlanks(given) }, other }
  if (!other) return { answers: given, other: { saved_at: stored.saved_at, answers } }
  return differ(other.answers, given) ? null : { answers: { ...other.answers, ...withoutBlanks(given) }, other: { saved_at: stored.saved_at, answers } }
}

function differ(kept: DraftAnswers, given: DraftAnswers): boolean {
  const stored = withoutBlanks(kept)
  return Object.entries(withoutBlanks(given)).some(([name, { answer }]) => stored[name] !== undefined && stored[name].answer.trim() !== answer.trim())
}

function withoutBlanks(answers: DraftAnswers): DraftAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, { answer }]) => answer !== ''))
}

type DraftLink = { email: string; function_role_name: string; key: string; via: string | null }

async function emailLink(tx: Db, { env, keys }: Deps, { email, function_role_name, key, via }: DraftLink): Promise<void> {
  const link = `${env.BASE_URL}/application/draft/${seal(keys, key)}${via === null ? '' : `?via=${via}`}`
  const written = draftEmail(await letterheadOf(env, tx), { to_address: email, function_role_name, link })
  await insertEmail(tx, written, { by: 'candidate', scale: env.LIMITS_SCALE })
}

/** Returns the answers saved under a key; throws 404 once they're gone. */
export async function readDraft({ db }: Pick<Services, 'db'>, key: string): Promise<Output<typeof readDraftCall>> {
  const draft = await findDraft(db, purposeHash('draft', key))
  if (!draft) throw new HttpError(404, DRAFT_GONE)
  const { ref_function_role_id, saved_at, answers, other } = draft
  return { ref_function_role_id, saved_at, answers: presentDraft(answers), other: other && presentDraft(other.answers) }
}

function presentDraft(answers: DraftAnswers) {
  return Object.entries(answers).map(([question_name, { answer, edited_at }]) => ({ question_name, user_answer_text_box: answer, edited_at }))
}

/** Answers to the role's questions, with CRLF converted to LF. Caps `edited_at` at the server's time so a device with a fast clock doesn't always win. */
async function answersOf(db: Db, { ref_function_role_id, answers }: Pick<Draft, 'ref_function_role_id' | 'answers'>): Promise<DraftAnswers> {
  const asked = new Set((await listAskedQuestions(db, ref_function_role_id)).map((one) => one.question_name))
  const given = answers.filter((one) => asked.has(one.question_name))
  const now = Date.now()
  return Object.fromEntries(
    given.map(({ question_name, user_answer_text_box, edited_at = now }) => [
      question_name,
      { answer: user_answer_text_box.replaceAll('\r\n', '\n'), edited_at: Math.min(Math.floor(edited_at), now) },
    ]),
  )
}

function mergeAnswers(kept: DraftAnswers, given: DraftAnswers): DraftAnswers {
  const later = Object.entries(given).filter(([name, { edited_at }]) => edited_at >= (kept[name]?.edited_at ?? 0))
  return { ...kept, ...Object.fromEntries(later) }
}

/** The link to continue on another device. It doesn't repeat anything that was typed, in case the address is mistyped. */
export function draftEmail(
  letterhead: Letterhead,
  { to_address, function_role_name, link }: { to_address: string; function_role_name: string; link: string },
): Email {
  const { html, text } = wrapInLayout(letterhead, {
    title: 'Continue your application',
    paragraphs: ['Hello,', `You saved your answers for ${function_role_name} at ${letterhead.COMPANY_NAME}. You haven't applied yet.`],
    button: { label: 'Continue your application', url: link },
    closing: [`The link works for ${RETENTION_PERIODS.draft} days, on any device. No one on the hiring team sees your answers until you submit them.`],
    footer: "You're getting this email because someone entered this address in an application form. If it wasn't you, you can ignore it.",
  })
  return { purpose: 'own-page', to_address, to_name: '', subject: `Continue your application: ${function_role_name}`, text, html }
}
