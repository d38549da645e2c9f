import type { Attachment } from 'postal-mime'

/** A report about our email from a mail server or mailbox provider, identified by Message-ID. */
export type Report = {
  /** From the returned emails; each is random, so only someone who got the email, or a server along the way, can know it. */
  message_ids: string[]
  kind: 'failed' | 'delayed' | 'complaint'
  /** RFC 3463, such as 5.1.1; empty if the report has none. */
  status: string
  /** The server's own words without addresses; empty if the report has none. */
  said: string
}

/** A report contains the returned email at most once; a longer one isn't from a mail server. */
export const MAX_REPORT_BYTES = 5 * 1024 * 1024
const MAX_MESSAGE_LENGTH = 200
const ADDRESS = /<?[^\s<>@]+@[^\s<>@]+>?/g
/** Must match what `newMessageId` generates. */
const ID = '[a-p]{8}(?:-[a-p]{4}){3}-[a-p]{12}'
const MESSAGE_ID = new RegExp(`^message-id:\\s*<(${ID})@`, 'gim')
/** The headers mail servers quote even if they return nothing else (RFC 3461, 4.4). */
const ENVELOPE_ID = new RegExp(`^original-envelope-id:\\s*(${ID})\\s*$`, 'gim')

/** Reads a delivery status notification (RFC 3464) or a spam complaint (ARF, RFC 5965); returns null for any other message. */
export async function readReport(message: string): Promise<Report | null> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(message, { rfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(() => null)
  if (!mail) return null
  const findPart = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
  const returned = unfoldLines(findPart('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global', 'message/global-headers'))
  const feedback = findPart('message/feedback-report')
  const delivery = findPart('message/delivery-status', 'message/global-delivery-status')
  const message_ids = [...returned.matchAll(MESSAGE_ID), ...unfoldLines(feedback ?? delivery).matchAll(ENVELOPE_ID)].map(([, id]) => id!)
  if (feedback) return { message_ids, kind: 'complaint', status: '', said: '' }
  if (!delivery) return null
  const fields = fieldsOfRecipient(unfoldLines(delivery))
  const kind = fields.get('action')?.toLowerCase()
  if (kind !== 'failed' && kind !== 'delayed') return null
  return {
    message_ids,
    kind,
    status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
    said: diagnosticText(fields.get('diagnostic-code')),
  }
}

/** Returns the fields about the recipient; the ones before the first empty line are about the message. */
function fieldsOfRecipient(text: string): Map<string, string> {
  const groups = text.split(/\n\s*\n/).map((group) => new Map(group.split('\n').flatMap((line) => fieldOf(line))))
  return groups.find((fields) => fields.has('action')) ?? new Map()
}

function fieldOf(line: string): [string, string][] {
  const at = line.indexOf(':')
  return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
}

/** Drops the type before the semicolon, and addresses, which reviewers aren't allowed to see. */
function diagnosticText(diagnostic = ''): string {
  const words = diagnostic.replace(/^[\w-]+\s*;\s*/, '').replace(ADDRESS, '')
  return words
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/ :/g, ':')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH)
}

function unfoldLines(part: Attachment | undefined): string {
  return String(part?.content ?? '')
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
}
