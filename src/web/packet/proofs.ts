import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bytesOf, type Proofs } from '#contract/packet/verify.ts'

// Browsers have only had Ed25519 since 2025, and not all of them do.
hashes.sha512 = sha512

/** What `verify.html` needs, in any browser. */
export const PROOFS: Proofs = {
  sha256: (bytes) => bytesToHex(sha256(bytes)),
  isSigned: (public_key, text, signature) => {
    try {
      // As strict as the command-line verifier.
      return verify(bytesOf(signature), text, bytesOf(public_key), { zip215: false })
    } catch {
      return false
    }
  },
}
