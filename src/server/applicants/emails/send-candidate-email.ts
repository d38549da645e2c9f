import type { Output } from '#contract/endpoint.ts'
import type {
  emailMany as emailManyCall,
  sendCandidateEmail as sendCandidateEmailCall,
  previewCandidateEmail as previewCandidateEmailCall,
  checkCandidateEmail as checkCandidateEmailCall,
} from '#contract/candidate/candidate-emails.ts'
import { EMAIL_MASK, NAME_MASK } from '#contract/applicants/applicants.ts'
import { PLACEHOLDER_NAMES, type Values, fill, unknownPlaceholderError } from '#contract/templates/placeholders.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isUniqueViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { notFound, rejectStale } from '#server/applicants/decide/applicant-errors.ts'
import { errorIn, inBatches, recipientsOf } from '#server/applicants/decide/in-batches.ts'
import {
  findCurrentChange,
  listCurrentChanges,
  lockApplicant,
  lockFreeApplicants,
  setAllEmailed,
  type LockedApplicant,
} from '#server/applicants/decide/move-store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import { asText, isBlank, previewEmail } from '#server/templates/compose-email.ts'
import { findFeedbackFor, appendFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import { endOf } from '#server/applicants/decide/more-time.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { listNamesAmong } from '#server/applicants/find/find-store.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import {
  interviewList,
  queueWritten,
  withTemplate,
  wordingOf,
  writeCandidateEmail,
  type CandidateEmail,
  type EmailContext,
  type PlannedPart,
  type Wording,
} from './queue-candidate-email.ts'
import { undoTokenOf } from './sent-emails.ts'

type QueuedEmail = Output<typeof sendCandidateEmailCall>
type EmailToSend = Wording & { user_session_id: number; expected_status_id?: number | undefined }
type BulkEmail = Wording & { user_session_ids: number[]; expected_status_ids?: number[] | undefined }
type Result = Output<typeof emailManyCall>['results'][number]
type Deps = Pick<Services, 'db' | 'env' | 'keys'>

/**
 * Queues an email for the applicant's current status, tied to the decision that set it and withdrawn with that decision. Throws 404 for an unknown
 * applicant, 409 when the applicant was moved in between or this email was already queued for this status; otherwise the same errors as
 * `writeCandidateEmail`.
 */
export async function sendCandidateEmail({ db, env, keys }: Deps, caller: StaffCaller, email: EmailToSend): Promise<QueuedEmail> {
  const queued = await db
    .transaction(async (tx) => {
      const context = { tx, env, keys, actor: caller }
      const applicant = await lockApplicant(tx, email.user_session_id, caller.scope)
      if (!applicant) throw notFound(email.user_session_id)
      const current = await findCurrentChange(tx, email.user_session_id)
      return (await queueAll(context, [await writeFor(context, applicant, { ...email, current })])).get(email.user_session_id)!
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new HttpError(409, `'${email.template_name}' was already sent to this applicant in this status.`)
      throw error
    })
  return { message: 'The email is queued.', ...queued }
}

/**
 * Sends the same email to several applicants without a decision, with `inBatches`; each gets what `sendCandidateEmail` would send. Throws 422 when the
 * expected statuses don't match the applicants one to one.
 */
export async function emailMany(services: Deps & Pick<Services, 'log'>, caller: StaffCaller, request: BulkEmail): Promise<{ results: Result[] }> {
  const { user_session_ids, expected_status_ids, ...wording } = request
  const emails = recipientsOf({ user_session_ids, expected_status_ids }).map((recipient) => ({ ...wording, ...recipient }))
  const results = await inBatches<EmailToSend, Result>(emails, {
    together: (batch) => services.db.transaction((tx) => emailBatch({ ...services, tx, actor: caller }, caller, batch)),
    alone: async (email) => queuedResult(email, await sendCandidateEmail(services, caller, email)),
    failed: (error, email) => failedResult(services, error, email),
  })
  return { results }
}

/** Leaves out anyone unknown, listed twice or being changed by someone else. */
async function emailBatch(context: EmailContext & Pick<Services, 'log'>, { scope }: StaffCaller, emails: EmailToSend[]): Promise<Map<EmailToSend, Result>> {
  const { tx } = context
  const ids = emails.map(({ user_session_id }) => user_session_id)
  const free = new Map((await lockFreeApplicants(tx, ids, scope)).map((applicant) => [applicant.user_session_id, applicant]))
  const changes = await listCurrentChanges(tx, [...free.keys()])
  const { template } = await withTemplate(tx, emails[0]!)
  const results = new Map<EmailToSend, Result>()
  const written = new Map<EmailToSend, TiedEmail>()
  for (const email of emails) {
    const applicant = free.get(email.user_session_id)
    if (!applicant || !free.delete(email.user_session_id)) continue
    try {
      written.set(email, await writeFor(context, applicant, { ...email, template, current: changes.get(email.user_session_id) ?? null }))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      results.set(email, failedResult(context, error, email))
    }
  }
  const queued = await queueAll(context, [...written.values()])
  for (const email of written.keys()) results.set(email, queuedResult(email, queued.get(email.user_session_id)!))
  return results
}

type TiedEmail = CandidateEmail & { status_change_id: number | null }
type EmailForStatus = Omit<EmailToSend, 'user_session_id'> & { current: Awaited<ReturnType<typeof findCurrentChange>> }

/** Writes an email for a locked applicant's current status, tied to the decision that set it: `current`, if it did. */
async function writeFor(context: EmailContext, applicant: LockedApplicant, { current, expected_status_id, ...wording }: EmailForStatus): Promise<TiedEmail> {
  await rejectStale(context.tx, applicant, expected_status_id)
  const { ref_application_status_id } = applicant
  const status_change_id = current?.to_status_id === ref_application_status_id ? current.status_change_id : null
  return { ...(await writeCandidateEmail(context, applicant, { ...wording, ref_application_status_id })), status_change_id }
}

/** Queues written emails and records that their applicants were emailed. */
async function queueAll(context: EmailContext, emails: TiedEmail[]) {
  if (emails.length === 0) return new Map<number, never>()
  const queued = await queueWritten(context, emails, context.env.MAIL_DELAY_SECONDS)
  await setAllEmailed(context.tx, [...queued.keys()])
  await recordAudit(context.tx, ...[...queued.values()].map(({ entry }) => entry))
  return new Map([...queued].map(([id, { email_id, send_after }]) => [id, { email_id, send_after, undo_token: undoTokenOf(context.keys, email_id) }] as const))
}

function queuedResult({ user_session_id }: EmailToSend, { email_id, undo_token, send_after }: Omit<QueuedEmail, 'message'>): Result {
  return { user_session_id, email_id, undo_token, send_after, status: 202, detail: null }
}

function failedResult(services: Pick<Services, 'log'>, error: unknown, { user_session_id }: EmailToSend): Result {
  return { user_session_id, email_id: null, undo_token: null, send_after: null, ...errorIn(services, error) }
}

type Params = Wording & {
  user_session_id: number
  identifiable: boolean
  planned?: PlannedPart[] | undefined
  until?: string | undefined
}
const MASKED = { first_name: NAME_MASK, last_name: NAME_MASK, email: EMAIL_MASK }
/** First and last name next to each other. */
const DOUBLE_MASK = /\[name\] \[name\]/g

/** The email as it would be sent now; with identities hidden, it omits the recipient and masks the name. Throws the same errors as sending. */
export async function previewCandidateEmail(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable, planned, until, ...wording }: Params,
): Promise<Output<typeof previewCandidateEmailCall>> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw notFound(user_session_id)
    const isEmpty = wording.template_name === undefined && wording.subject === undefined && wording.html === undefined
    const { template, ...text } = isEmpty ? { template: null, email_subject: '', email_base_html: '' } : await wordingOf(tx, wording)
    const { hide } = viewOf(applicant, viewerOf(env, { identifiable }))
    const values = {
      ...applicant,
      first_name: applicant.first_name || 'there',
      ...(!identifiable && MASKED),
      interview_list: await interviewList(tx, user_session_id, planned),
      // The real link gives access to the applications, so it isn't created until the email is sent.
      scheduling_link: `${env.BASE_URL}/application`,
      reply_by: until && formatLongDay(env.TIME_ZONE, endOf(until, env.TIME_ZONE)),
    }
    const letterhead = await letterheadOf(env, tx)
    const composed = previewEmail(letterhead, text, values)
    const about = { user_session_id, purpose: template?.purpose, hide }
    const { subject, html } = await appendFeedback(tx, about, composed)
    const preview = {
      template: { subject: text.email_subject, html: text.email_base_html },
      values: valuesOf({ ...values, company_name: letterhead.COMPANY_NAME }),
      reply_to: applicant.hiring_lead_email,
      feedback: await findFeedbackFor(tx, about),
    }
    if (!identifiable) return { ...preview, subject: subject.replace(DOUBLE_MASK, NAME_MASK), html: html.replace(DOUBLE_MASK, NAME_MASK) }
    await recordReveal(tx, caller, { user_session_id, shown: 'email' })
    return { ...preview, to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '), to_address: applicant.email ?? '', subject, html }
  })
}

function valuesOf(values: Values): Record<string, string> {
  return Object.fromEntries(PLACEHOLDER_NAMES.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])))
}

type EmailDraft = { template_name?: string | undefined; subject: string; html: string }
type Problem = Output<typeof checkCandidateEmailCall>['problems'][number]

/**
 * Returns what the sender should check before sending. Looks for any applicant's name, including the recipient's: with names hidden, skipping
 * theirs would reveal who they are.
 */
export async function checkCandidateEmail(db: Db, { scope }: StaffCaller, words: EmailDraft): Promise<Output<typeof checkCandidateEmailCall>> {
  const text = asText(fill(words.html, (name) => `{${name}}`))
  const template = words.template_name === undefined ? null : await findActiveTemplate(db, { email_name: words.template_name })
  const known = template ? `${template.email_subject} ${asText(template.email_base_html)}` : ''
  return { problems: problemsOf(words, text), names: await listNamesAmong(db, scope, greetingNames(`${words.subject}\n${text}`, known)) }
}

function problemsOf({ subject, html }: EmailDraft, text: string): Problem[] {
  const unknown = [...new Set([unknownPlaceholderError(subject), unknownPlaceholderError(html)])].filter((message) => message !== null)
  const blocking = [...unknown, ...(subject.trim() === '' ? ['The subject is empty.'] : []), ...(isBlank(html) ? ['The email body is empty.'] : [])]
  const unsafe = unsafeLinks(html, text).map((link) => `The link '${link}' doesn't begin with https://.`)
  return [...blocking.map((message) => ({ message, is_blocking: true })), ...unsafe.map((message) => ({ message, is_blocking: false }))]
}

const SAFE_LINK = /^(?:https:\/\/|mailto:|tel:|\{\w+\})/i

function unsafeLinks(html: string, text: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) => (match[1] ?? match[2] ?? '').trim())
  const typed = text.match(/\bhttp:\/\/[^\s<>"')\]]+/gi) ?? []
  return [...new Set([...hrefs.filter((href) => !SAFE_LINK.test(href)), ...typed])]
}

/** Words that are always capitalized. */
const CALENDAR = new Set(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(' '),
)
const GREETING = /(?:^|[\s,])(?:dear|hello|hi|hey|thanks|thank you|mr|ms|mrs|dr|prof)\.?,?\s+$/i

/** Capitalized words that could be names: after a greeting, inside a sentence, or next to each other, except those in `known`. */
function greetingNames(text: string, known: string): string[] {
  const familiar = new Set(wordsOf(known).map(({ word }) => word.toLowerCase()))
  const capitalized = wordsOf(text.replace(/\{\w+\}/g, '·')).filter(({ word }) => /^\p{Lu}/u.test(word) && !familiar.has(word.toLowerCase()))
  const isBeside = (at: number, length: number) => capitalized.some((one) => one.at === at + length + 1)
  const names = capitalized.filter(({ word, at }) => {
    const before = text.slice(0, at)
    return !CALENDAR.has(word.toLowerCase()) && (GREETING.test(before) || !/(?:^|[.!?:\n•*-])\s*$/.test(before) || isBeside(at, word.length))
  })
  return [...new Set(names.map(({ word }) => word))].slice(0, 100)
}

function wordsOf(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}'’-]+/gu)].map((match) => ({ word: match[0], at: match.index }))
}
