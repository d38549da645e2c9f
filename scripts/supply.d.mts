type Versions = Record<string, string>
type Package = { version?: string; resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean; name?: string } & Partial<Record<Kind, Versions>>
type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies'

export function findLockFaults(
  manifest: { name: string } & Partial<Record<Kind, Versions>>,
  lock: { packages: Record<string, Package> },
  floors: Record<string, [version: string, why: string]>,
): string[]
