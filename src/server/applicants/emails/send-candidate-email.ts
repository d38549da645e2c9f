import type { Output } from '#contract/endpoint.ts'
import type {
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
import { findCurrentChange, lockApplicant, setEmailed } from '#server/applicants/decide/move-store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import { asText, isBlank, previewEmail } from '#server/templates/compose-email.ts'
import { findFeedbackFor, appendFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import { endOf } from '#server/applicants/decide/more-time.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { listNamesAmong } from '#server/applicants/find/find-store.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { queueCandidateEmail, interviewList, wordingOf, type EmailContext, type Wording, type PlannedPart } from './queue-candidate-email.ts'
import { undoTokenOf } from './sent-emails.ts'

type QueuedEmail = Output<typeof sendCandidateEmailCall>
type EmailToSend = Wording & { user_session_id: number; expected_status_id?: number | undefined }

/**
 * Queues an email for the applicant's current status, tied to the decision that set it and withdrawn with that decision. Throws 404 for an unknown
 * applicant, 409 when the applicant was moved in between or this email was already queued for this status; otherwise the same errors as
 * `queueCandidateEmail`.
 */
export async function sendCandidateEmail(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  email: EmailToSend,
): Promise<QueuedEmail> {
  try {
    return await db.transaction((tx) => queueFor({ tx, env, keys, actor: caller }, caller, email))
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError(409, `'${email.template_name}' was already sent to this applicant in this status.`)
    throw error
  }
}

async function queueFor(context: EmailContext, caller: StaffCaller, { user_session_id, expected_status_id, ...wording }: EmailToSend): Promise<QueuedEmail> {
  const applicant = await lockApplicant(context.tx, user_session_id, caller.scope)
  if (!applicant) throw notFound(user_session_id)
  await rejectStale(context.tx, applicant, expected_status_id)
  const { ref_application_status_id } = applicant
  const decision = await findCurrentChange(context.tx, user_session_id)
  const status_change_id = decision?.to_status_id === ref_application_status_id ? decision.status_change_id : null
  const delaySeconds = context.env.MAIL_DELAY_SECONDS
  const queued = await queueCandidateEmail(context, applicant, { ...wording, ref_application_status_id, status_change_id, delaySeconds })
  const { email_id, send_after, entry } = queued!
  await setEmailed(context.tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
  await recordAudit(context.tx, entry)
  return { message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(context.keys, email_id) }
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
