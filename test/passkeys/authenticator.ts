import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** A passkey on a device, as a browser would use it for the site at `origin` (WebAuthn, without attestation). */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')])
  const coseKey = Buffer.concat([Buffer.from('a5010203262001', 'hex'), Buffer.from([0x21]), coordinate(x), Buffer.from([0x22]), coordinate(y)])
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  const site = createHash('sha256').update(new URL(origin).hostname).digest()
  let uses = 0

  const header = (flags: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++uses)
    return Buffer.concat([site, Buffer.from([flags]), counter])
  }
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, string | string[]>) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

  return {
    create({ challenge }: Record<string, unknown>) {
      const described = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential.length]), credential, coseKey])
      const data = Buffer.concat([header(USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL), described])
      // CBOR for { fmt: 'none', attStmt: {}, authData }.
      const attestation = Buffer.concat([Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'), Buffer.from([data.length]), data])
      return answer({
        clientDataJSON: clientData('webauthn.create', String(challenge)).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    use({ challenge }: Record<string, unknown>) {
      const client = clientData('webauthn.get', String(challenge))
      const data = header(USER_PRESENT_AND_VERIFIED)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}
