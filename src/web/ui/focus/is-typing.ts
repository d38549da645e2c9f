/** Whether someone is typing in another field, so content that arrives late mustn't take the focus. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false
}
