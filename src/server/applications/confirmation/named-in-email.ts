const LONGEST = 40
/** Characters that email programs turn into links, or that only a message posing as a name would need. */
const NO_NAME = /[@/\\:<>[\]{}()\d#$%*=_|]|\p{L}\.\p{L}{2}|https?|www/iu

/** The name if it's safe to repeat in an email to an unverified address (one short line without links); otherwise empty. */
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
