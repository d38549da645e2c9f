const LONGEST = 40
/** What mail programs turn into a link, or what only a message disguised as a name would need. */
const NO_NAME = /[@/\\:<>[\]{}()\d#$%*=_|]|\p{L}\.\p{L}{2}|https?|www/iu

/** A name as an email to an unverified address may repeat it: one short line without links; empty when it isn't one. */
export function namedInEmail(name: string | null | undefined): string {
  const words = (name ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !NO_NAME.test(word))
    .slice(0, 3)
  const short = words.join(' ')
  return short.length <= LONGEST ? short : ''
}
