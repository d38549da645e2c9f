import type { OpenRole } from '#contract/roles.ts'

const MOST = 4

/** Returns the open roles most similar to this one, by department, specialty, shared words in the name, states and shift; ties are newest first. */
export function similarRoles(role: OpenRole, open: OpenRole[]): OpenRole[] {
  const words = wordsOf(role)
  const likeness = (other: OpenRole) =>
    3 * isSame(role.department, other.department) +
    2 * isSame(role.specialty, other.specialty) +
    2 * [...wordsOf(other)].filter((word) => words.has(word)).length +
    isSame(role.shift, other.shift) +
    Number(other.license_states.some((state) => role.license_states.includes(state)))
  const ranked = open.map((other) => ({ other, score: likeness(other) })).filter(({ score }) => score > 0)
  return ranked
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ other }) => other)
}

function isSame(a: string, b: string): number {
  return Number(a !== '' && a === b)
}

/** Returns words that describe the work; short ones only connect others. */
function wordsOf(role: OpenRole): Set<string> {
  return new Set(role.function_role_name.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
}
