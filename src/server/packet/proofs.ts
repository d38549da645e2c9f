import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Proofs } from '#contract/packet/verify.ts'

export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What a verifier needs, implemented with Node. */
export const PROOFS: Proofs = {
  sha256,
  isSigned: (public_key, text, signature) => {
    try {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
      return verify(null, text, key, Buffer.from(signature, 'base64url'))
    } catch {
      return false
    }
  },
}
