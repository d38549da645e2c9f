const holds = new Set<() => string | null>()

/** Names what would be lost with a sign-out: a sentence for the person, or null when nothing would. */
export function holdSignOut(why: () => string | null): void {
  holds.add(why)
}

/** Whether to sign out: asks the person when something would be lost. */
export function maySignOut(): boolean {
  const reasons = [...holds].map((why) => why()).filter((why) => why !== null)
  return reasons.length === 0 || window.confirm(`${reasons.join('\n')}\n\nSign out all the same?`)
}
