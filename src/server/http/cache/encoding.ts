export type Encoding = 'br' | 'gzip' | 'identity'

/** Returns the client's preferred encoding among those we support, using the weights in RFC 9110, section 12.5.3; `q=0` forbids one. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const text = String(accepted)
  const found = chosenEncodings.get(text)
  if (found) return found
  const chosen = choose(weightsOf(text))
  if (chosenEncodings.size < MAX_KNOWN) chosenEncodings.set(text, chosen)
  return chosen
}

/** Returns whether gzip is acceptable, for responses where it's the only encoding we offer. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  const weights = weightsOf(String(accepted ?? ''))
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

/** Browsers send only a few distinct headers; beyond this many, unusual ones are parsed every time. */
const MAX_KNOWN = 50
const chosenEncodings = new Map<string, Encoding>()

function choose(weights: Map<string, number>): Encoding {
  const weight = (name: Encoding) => weights.get(name) ?? (name === 'identity' ? 0 : (weights.get('*') ?? 0))
  const [br, gzip, identity] = [weight('br'), weight('gzip'), weight('identity')]
  if (br > 0 && br >= gzip && br >= identity) return 'br'
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}

function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.split(',', 20)) {
    const [name = '', ...parameters] = part.split(';')
    const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find((one) => one !== undefined)
    weights.set(name.trim().toLowerCase(), q === undefined ? 1 : Number(q) || 0)
  }
  return weights
}
