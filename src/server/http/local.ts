import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#server/env-values.ts'

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via', 'x-client-ip', 'cf-connecting-ip']

/** Returns whether the request comes from a program on this machine. Proxied requests don't count as local, whatever the proxy's own address is. */
export function isLocal({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

/** Returns whether the request is local and uses a loopback name: another site whose name was rebound to 127.0.0.1 doesn't count. */
export function isLocalBrowser(request: FastifyRequest): boolean {
  const host = request.headers.host ?? ''
  return isLocal(request) && URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname)
}
