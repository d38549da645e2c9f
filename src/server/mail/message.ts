import type { SendMailOptions } from 'nodemailer'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { asHeader, type Email } from './email.ts'

export type Mailbox = { name: string; address: string }
/** `bounces` is the envelope sender, which bounces go to; defaults to the sender. */
export type Sender = Mailbox & { bounces?: string | undefined }
export type Message = Pick<Email, 'purpose' | 'to_address' | 'subject' | 'html' | 'text'> & {
  email_id: number
  message_id: string
  to_name: string
  reply_to?: string | null
  calendar?: string | null
  calendar_method?: 'REQUEST' | 'CANCEL' | null
  unsubscribe_url?: string | null
}

/** Parses 'Name <address>' or a bare address. */
export function senderOf(text: string): Mailbox {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+)>\s*$/.exec(text)
  const name = named?.[1] ?? ''
  const address = named?.[2] ?? text.trim()
  if (!isEmailAddress(address)) throw new Error('MAIL_FROM must be an address, or a name followed by an address in angle brackets')
  return { name: asHeader(name), address }
}

/**
 * Returns the email in the mail library's format, or null unless the recipient is exactly one plain address. The library interprets lists, groups and
 * line breaks in addresses, so none of those may reach it.
 */
export function asMail(message: Message, { bounces, ...from }: Sender): SendMailOptions | null {
  if (!isEmailAddress(message.to_address)) return null
  return {
    from,
    to: { name: asHeader(message.to_name), address: message.to_address },
    envelope: { from: bounces ?? from.address, to: message.to_address },
    messageId: `<${message.message_id}@${from.address.split('@')[1]}>`,
    // The library would choose a random boundary.
    baseBoundary: message.message_id,
    ...(message.reply_to && isEmailAddress(message.reply_to) && { replyTo: message.reply_to }),
    subject: asHeader(message.subject),
    text: message.text,
    html: message.html,
    ...(message.calendar && message.calendar_method && { icalEvent: { method: message.calendar_method, filename: 'invite.ics', content: message.calendar } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(message.unsubscribe_url && { 'List-Unsubscribe': `<${message.unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
