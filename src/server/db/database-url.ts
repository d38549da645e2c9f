export type Host = { host: string; port: number }

const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?@]*)(\/[^?]*)?(?:\?(.*))?$/

/**
 * Parses a `postgres://` URL with one or more hosts (`host:port,host:port`) the way libpq does. Returns a URL with only the first host, all the
 * hosts, and whether they're a cluster that may fail over (several hosts, or one proxy with `target_session_attrs`). Throws if the URL is invalid or
 * asks for servers that can't be written to.
 */
export function readDatabaseUrl(text: string): { url: string; hosts: Host[]; failsOver: boolean } {
  const [, start, places, path = '', query = ''] = SHAPE.exec(text) ?? []
  if (start === undefined || places === undefined) throw new TypeError('must be a URL that begins with postgres://')
  const hosts = places.split(',').map(readHost)
  const options = new URLSearchParams(query)
  const targetAttrs = options.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary', 'any'].includes(targetAttrs)) throw new TypeError('target_session_attrs must be read-write or primary: Rounds writes')
  const failsOver = hosts.length > 1 || (options.has('target_session_attrs') && targetAttrs !== 'any')
  options.delete('target_session_attrs')
  const queryString = options.size > 0 ? `?${options}` : ''
  const url = `${start}${places.split(',')[0]}${path}${queryString}`
  if (!URL.canParse(url)) throw new TypeError('must be a URL that begins with postgres://')
  return { url, hosts, failsOver }
}

export function isDatabaseUrl(text: string): boolean {
  try {
    return readDatabaseUrl(text).hosts.length > 0
  } catch {
    return false
  }
}

/** Returns the URL with just this host. */
export function urlAt(url: string, { host, port }: Host): string {
  const one = new URL(url)
  one.hostname = host.includes(':') ? `[${host}]` : host
  one.port = String(port)
  return one.href
}

function readHost(place: string): Host {
  const [, host, port = '5432'] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(place) ?? []
  if (host === undefined) throw new TypeError('must name its hosts as host:port, with commas between them')
  return { host: host.replace(/^\[(.+)\]$/, '$1') || 'localhost', port: Number(port) }
}
