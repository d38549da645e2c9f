/** The nonce that allows this page to add style elements; it's on the page's script. */
export function styleNonce(): string {
  nonce ??= document.querySelector<HTMLScriptElement>('script[type="module"][nonce]')?.nonce ?? ''
  return nonce
}

let nonce: string | undefined

// The scroll lock under dialogs reads it from this variable.
if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: styleNonce() })
