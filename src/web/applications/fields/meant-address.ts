const COMMON = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'comcast.net', 'proton.me']

/** The address with a well-known domain that is one or two letters away, or null. */
export function meantAddress(address: string): string | null {
  const [name, domain, ...rest] = address.trim().toLowerCase().split('@')
  if (!name || !domain || rest.length > 0 || COMMON.includes(domain)) return null
  const near = COMMON.find((one) => distance(one, domain) <= (one.length > 8 ? 2 : 1) || isSwapped(one, domain))
  return near ? `${name}@${near}` : null
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const first = [...a].findIndex((letter, place) => letter !== b[place])
  return a.slice(0, first) + a[first + 1] + a[first] + a.slice(first + 2) === b
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
