/**
 * Returns the name of the invisible field next to a long question. Nothing in it may make a password manager or autofill treat it as a name, an
 * address or a phone number.
 */
export function honeypotName(ref_question_id: number): string {
  return `q${(ref_question_id * 7919 + 104_729).toString(36)}-z`
}
