import { resolve } from 'node:path'
import type { Arguments, Operator } from './operator.ts'

/** Returns the application's number. Throws a usage error for anything else. */
export function applicationId({ operands }: Arguments): number {
  const text = operands[0]!
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > 2 ** 31 - 1) throw new TypeError(`'${text}' isn't an application number.`)
  return id
}

export function pathOf({ cwd }: Operator, path: string): string {
  return resolve(cwd, path)
}
