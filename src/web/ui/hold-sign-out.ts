const holds = new Set<() => string | null>()

/** Registers a check that returns what signing out would lose, as a message for the user; null if nothing. */
export function holdSignOut(why: () => string | null): void {
  holds.add(why)
}

/** Whether to sign out; asks for confirmation if something would be lost. */
export function maySignOut(): boolean {
  const reasons = [...holds].map((why) => why()).filter((why) => why !== null)
  return reasons.length === 0 || window.confirm(`${reasons.join('\n')}\n\nSign out anyway?`)
}
