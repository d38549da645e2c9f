/** The one nonce under which this page may add style elements; the page's script carries it. */
export function styleNonce(): string {
  nonce ??= document.querySelector<HTMLScriptElement>('script[type="module"][nonce]')?.nonce ?? ''
  return nonce
}

let nonce: string | undefined

// The scroll lock under dialogs reads it from this name.
if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: styleNonce() })
