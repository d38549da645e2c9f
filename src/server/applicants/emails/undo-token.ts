import { sign, verify, type Keys } from '#server/http/keys.ts'

const PURPOSE = 'undo-email'

export function undoTokenOf(keys: Keys, email_id: number): string {
  return sign(keys, PURPOSE, String(email_id))
}

/** The email that a token can undo, or null for a token that isn't ours. */
export function emailToUndo(keys: Keys, undo_token: string): number | null {
  const email_id = Number(verify(keys, PURPOSE, undo_token) ?? Number.NaN)
  return Number.isSafeInteger(email_id) ? email_id : null
}
