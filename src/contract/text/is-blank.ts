/** Whether a text has no visible characters. Other texts keep zero-width characters, because some scripts and emoji need them. */
export function isBlank(text: string): boolean {
  return text.replaceAll(/[\u00ad\u200b-\u200d\u2060]/g, '').trim() === ''
}
