type Node = Record<string, unknown>

/** Simplifies a generated JSON Schema in place without changing its meaning, for validators and client generators. */
export function tidySchema(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) {
    dropNeedlessUnion(node as Node)
    spellOutRecord(node as Node)
  }
  for (const part of Object.values(node)) tidySchema(part)
}

/** Numbers in a path or query also arrive as text; clients need to know their actual type. */
function dropNeedlessUnion(node: Node): void {
  if (typeof node['type'] === 'string' && Array.isArray(node['anyOf'])) delete node['anyOf']
}

/** A record with known keys becomes an object with those properties. */
function spellOutRecord(node: Node): void {
  const names = (node['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (!names || typeof node['additionalProperties'] !== 'object') return
  const shape = node['additionalProperties']
  node['properties'] = Object.fromEntries(names.map((name) => [name, structuredClone(shape)]))
  node['additionalProperties'] = false
  delete node['propertyNames']
}
