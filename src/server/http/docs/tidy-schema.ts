type Node = Record<string, unknown>

/** Makes a generated JSON Schema say the same in plainer words, in place: validators and client generators read it. */
export function tidySchema(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) {
    dropNeedlessUnion(node as Node)
    spellOutRecord(node as Node)
  }
  for (const part of Object.values(node)) tidySchema(part)
}

/** Numbers in a path or a query also arrive as text; clients need to know their type. */
function dropNeedlessUnion(node: Node): void {
  if (typeof node['type'] === 'string' && Array.isArray(node['anyOf'])) delete node['anyOf']
}

/** A record with known keys is an object with these properties. */
function spellOutRecord(node: Node): void {
  const names = (node['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (!names || typeof node['additionalProperties'] !== 'object') return
  const shape = node['additionalProperties']
  node['properties'] = Object.fromEntries(names.map((name) => [name, structuredClone(shape)]))
  node['additionalProperties'] = false
  delete node['propertyNames']
}
