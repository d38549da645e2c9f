/**
 * The name of the field beside a long question that no person sees. It says nothing that a password manager or autofill could
 * take for a name, an address or a phone number.
 */
export function trapName(ref_question_id: number): string {
  return `q${(ref_question_id * 7919 + 104_729).toString(36)}-z`
}
