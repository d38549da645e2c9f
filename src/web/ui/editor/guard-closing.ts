/**
 * Props for a dialog that someone writes in: once they have, a click beside it doesn't close it, and everything else asks first. Uses the browser's
 * own question, like signing out, because a second dialog would share this one's keys.
 */
export function guardClosing(isWritten: boolean, close: () => void): { onClose: () => void; closeOnClickOutside: boolean } {
  const onClose = () => {
    if (!isWritten || window.confirm('Discard what you wrote?')) close()
  }
  return { onClose, closeOnClickOutside: !isWritten }
}
