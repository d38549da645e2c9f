import { HttpError } from './http-error.ts'

/** Returns the requested values that differ from the stored ones; omitted values don't request a change. */
export function changesOf<Row extends object, Requested extends object>(stored: Row, requested: Requested): Partial<Requested> {
  const differing = Object.entries(requested).filter(([name, value]) => value !== undefined && !isSame((stored as Record<string, unknown>)[name], value))
  return Object.fromEntries(differing) as Partial<Requested>
}

function isSame(stored: unknown, requested: unknown): boolean {
  return JSON.stringify(stored) === JSON.stringify(requested)
}

/** Returns the row, or throws a 404 with this message. */
export function found<Row>(row: Row | null | undefined, detail: string): Row {
  if (row === null || row === undefined) throw new HttpError(404, detail)
  return row
}

/** Returns an error for one invalid field, with the message as its detail too. */
export function fieldError(status: 409 | 422, path: string, message: string): HttpError {
  return new HttpError(status, message, { errors: [{ path, message }] })
}
