/** The nonce that lets this page add style elements, from the page's script element. */
export function styleNonce(): string {
  nonce ??= document.querySelector<HTMLScriptElement>('script[type="module"][nonce]')?.nonce ?? ''
  return nonce
}

let nonce: string | undefined

// The scroll lock under dialogs reads the nonce from this variable.
if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: styleNonce() })
