import { Resolver } from 'node:dns/promises'
import { isLoopback } from '#server/env-values.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { recordOf } from '#server/mail/dkim/dkim-key.ts'
import { findDkimKeyRow } from '#server/mail/dkim/dkim-key-store.ts'
import { senderOf } from '#server/mail/message.ts'
import type { Note, Warning } from '#server/operate/commands/operating-checks.ts'

/** No one can publish records there (RFC 6761; RFC 2606). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/
const MISSING = new Set(['ENOTFOUND', 'ENODATA'])

type CheckOutcome = string | Note | Warning
type Sender = {
  domain: string
  address: string
  env: Env
  /** SPF checks the envelope sender. */
  envelope: string
  db: Db | undefined
  find: (name: string) => Promise<string[]>
}

/** SPF (RFC 7208): which servers may send for the domain. */
export const spf = senderCheck(async ({ envelope: domain, env, find }) => {
  const records = (await find(domain)).filter((text) => /^v=spf1(?:\s|$)/i.test(text))
  if (records.length === 0)
    return `${domain} has no SPF record, so providers may reject your mail: ${publishHint(domain, `v=spf1 a:${senderHost(env)} ~all`)}, or the one that your mail provider names`
  if (records.length > 1) return `${domain} has ${records.length} SPF records, so providers ignore them all: merge them into one`
  if (/\s\+?all\b/i.test(records[0]!)) return `the SPF record of ${domain} lets any server send as you: end it with ~all instead`
  return { note: records[0]! }
})

/** DKIM (RFC 6376): the key that proves a message came from the domain and wasn't changed. */
export const dkim = senderCheck(async ({ domain, env: { DKIM_SELECTOR, DKIM_SIGNING }, db, find }) => {
  if (!DKIM_SELECTOR)
    return { warning: 'ask your mail provider whether it signs with DKIM and under which selector, and set DKIM_SELECTOR to it: then this is checked' }
  const name = `${DKIM_SELECTOR}._domainkey.${domain}`
  const ours = DKIM_SIGNING && db ? await findDkimKeyRow(db, DKIM_SELECTOR) : null
  if (DKIM_SIGNING && db && !ours) return "there's no key to sign with, so mail isn't signed: run the command mail key"
  const keys = (await find(name)).flatMap((text) => /(?:^|;)\s*p=\s*([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? [])
  if (ours && !keys.includes(ours.public_key)) return `mail is signed with a key that isn't at ${name}: ${publishHint(name, recordOf(ours.public_key))}`
  if (keys.length === 0) return `there's no DKIM key at ${name}, so signatures can't be verified: publish the TXT record that your mail provider shows for it`
  return keys.includes('') ? `the DKIM key at ${name} was revoked: publish the one your mail server signs with` : { note: `published at ${name}` }
})

/** DMARC (RFC 7489): what receivers do with mail that neither SPF nor DKIM aligns with the domain. A parent domain's record counts too. */
export const dmarc = senderCheck(async ({ domain, address, find }) => {
  for (const at of withParents(domain)) {
    const records = (await find(`_dmarc.${at}`)).filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
    if (records.length > 1) return `_dmarc.${at} has ${records.length} DMARC records, so providers ignore them all: keep one`
    const [record] = records
    if (!record) continue
    const policy = (at === domain ? null : tagOf(record, 'sp')) ?? tagOf(record, 'p')
    if (policy !== null && policy !== 'none') return { note: record }
    return {
      warning: `the policy of _dmarc.${at} is none, so forged mail is delivered: once the reports show only your own mail passing, change it to p=quarantine`,
    }
  }
  return `${domain} has no DMARC record, so large providers may reject your mail: ${publishHint(`_dmarc.${domain}`, `v=DMARC1; p=none; rua=mailto:${address}`)}`
})

/** Runs a check if a mail server sends for a domain that can have records. */
function senderCheck(look: (sender: Sender) => Promise<CheckOutcome>) {
  return async (env: Env, db?: Db): Promise<CheckOutcome> => {
    const { address } = senderOf(env.MAIL_FROM)
    const domain = address.split('@')[1]!.toLowerCase()
    if (!env.SMTP_URL) return { note: 'no mail server is configured' }
    if (RESERVED.test(domain)) return { note: `${domain} is a name for examples, so it wasn't looked up` }
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (env.DNS_SERVER) resolver.setServers([env.DNS_SERVER])
    const envelope = env.BOUNCE_ADDRESS?.split('@')[1] ?? domain
    return look({ domain, address, env, envelope, db, find: (name) => findTexts(resolver, name) }).catch((error: { code?: string }) => ({
      warning: `the records of ${domain} couldn't be looked up (${error.code ?? 'no reason given'}): try again, or set DNS_SERVER to a name server that this machine reaches`,
    }))
  }
}

/** Returns the TXT records of a name, each with its parts joined; none if there are no such records. */
async function findTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (MISSING.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}

/** The host that most likely hands mail to the internet: the relay, or this machine if the mail server is on it. */
function senderHost({ SMTP_URL, BASE_URL }: Env): string {
  return new URL(isLoopback(SMTP_URL!) ? BASE_URL : SMTP_URL!).hostname
}

const publishHint = (name: string, record: string) => `publish the TXT record "${record}" at ${name}`

function tagOf(record: string, tag: string): string | null {
  return new RegExp(`(?:^|;)\\s*${tag}\\s*=\\s*(\\w+)`, 'i').exec(record)?.[1]?.toLowerCase() ?? null
}

/** 'careers.clinic.org' and 'clinic.org': the record of a top-level domain isn't the employer's. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}
