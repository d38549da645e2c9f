/** Whether someone is typing in another field: content that arrives late must not take the focus from it. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false
}
