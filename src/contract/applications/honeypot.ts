/**
 * Returns the name of the field beside a long question that people can't see. Nothing in it may lead a password manager or autofill to treat it as a
 * name, an address or a phone number.
 */
export function honeypotName(ref_question_id: number): string {
  return `q${(ref_question_id * 7919 + 104_729).toString(36)}-z`
}
