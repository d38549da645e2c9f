import type { Output } from '#contract/endpoint.ts'
import type { checkCandidateEmail as checkCandidateEmailCall } from '#contract/candidate/candidate-emails.ts'
import { fill, unknownPlaceholderError } from '#contract/templates/placeholders.ts'
import { listNamesAmong } from '#server/applicants/find/name-store.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { asText } from '#server/templates/compose-email.ts'
import { findActiveTemplate } from '#server/templates/store.ts'

type EmailDraft = { template_name?: string | undefined; subject: string; html: string }
type Problem = Output<typeof checkCandidateEmailCall>['problems'][number]

/**
 * What a sender should check before this text is sent. Checks for names of any applicant, including the recipients': with names hidden, skipping the
 * recipient would reveal who they are.
 */
export async function checkCandidateEmail(db: Db, { scope }: StaffCaller, words: EmailDraft): Promise<Output<typeof checkCandidateEmailCall>> {
  const text = asText(fill(words.html, (name) => `{${name}}`))
  const template = words.template_name === undefined ? null : await findActiveTemplate(db, { email_name: words.template_name })
  const known = template ? `${template.email_subject} ${asText(template.email_base_html)}` : ''
  return { problems: problemsOf(words, text), names: await listNamesAmong(db, scope, greetingNames(`${words.subject}\n${text}`, known)) }
}

function problemsOf({ subject, html }: EmailDraft, text: string): Problem[] {
  const unknown = [...new Set([unknownPlaceholderError(subject), unknownPlaceholderError(html)])].filter((message) => message !== null)
  const blocking = [...unknown, ...(subject.trim() === '' ? ['The subject is empty.'] : []), ...(text.trim() === '' ? ['The email body is empty.'] : [])]
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
