import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The public half of a packet-signing key, as a JSON Web Key (RFC 8037). */
export const SigningKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  use: z.literal('sig'),
  /** The fingerprint: SHA-256 of the key's 32 bytes, in hex. */
  kid: z.string(),
  x: z.string(),
  created_at: z.iso.datetime(),
  retired_at: z.iso.datetime().nullable(),
})
export type SigningKey = z.infer<typeof SigningKey>

export const listSigningKeys = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/.well-known/rounds-keys.json',
  summary: 'List the keys that sign decision packets, including retired ones, oldest first; save them to check packets with `packet verify --key`',
  output: z.object({ keys: z.array(SigningKey) }),
})
