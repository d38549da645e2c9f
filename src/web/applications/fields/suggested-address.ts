import { editDistance } from '#contract/text/edit-distance.ts'

/**
 * The most common email domains of US applicants: the consumer domains of the Mailcheck list and its forks that are still in use here, reviewed
 * 2026-11. Real domains one letter off from these (ymail.com, mail.com, gmx.com) are included too.
 */
const COMMON = [
  'gmail.com googlemail.com yahoo.com ymail.com rocketmail.com hotmail.com outlook.com live.com msn.com icloud.com me.com',
  'mac.com aol.com aim.com mail.com email.com gmx.com gmx.us proton.me protonmail.com comcast.net verizon.net att.net',
  'sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net fastmail.com hey.com zoho.com tutanota.com',
  'frontier.com windstream.net roadrunner.com',
]
  .join(' ')
  .split(' ')
/** Typos in the ending of an address; none of these is a top-level domain. */
const ENDS: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  nte: 'net',
  ent: 'net',
  ogr: 'org',
  rog: 'org',
}

/** The address with its domain corrected to a well-known one that's one typo away, or null. A domain that's itself well known is never corrected. */
export function suggestedAddress(address: string): string | null {
  const [name, domain, ...rest] = address.trim().toLowerCase().split('@')
  if (!name || !domain || rest.length > 0 || COMMON.includes(domain)) return null
  const ended = withKnownEnd(domain)
  // Short domains are one letter away from many others, so only long ones are suggested.
  const near = COMMON.find((one) => one.length > 7 && editDistance(one, ended) <= (one.length > 8 ? 2 : 1)) ?? (ended === domain ? undefined : ended)
  return near ? `${address.trim().slice(0, name.length)}@${near}` : null
}

function withKnownEnd(domain: string): string {
  const at = domain.lastIndexOf('.') + 1
  return domain.slice(0, at) + (ENDS[domain.slice(at)] ?? domain.slice(at))
}
