import type { AddressInfo } from 'node:net'
import DNS from 'dns2'

/** A string in a TXT record is limited to 255 bytes. */
const PARTS = /.{1,200}/g

/** Starts a local name server that publishes TXT records by name. `zone` can be changed while it runs; null makes it fail. */
export async function startNameServer() {
  const current: { zone: Record<string, string[]> | null } = { zone: {} }
  const { TYPE, CLASS, RCODE } = DNS.Packet
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const response = DNS.Packet.createResponseFromRequest(request)
      const { name } = request.questions[0]!
      if (current.zone === null) response.header.rcode = RCODE.SERVFAIL
      else if (!(name in current.zone)) response.header.rcode = RCODE.NXDOMAIN
      for (const text of current.zone?.[name] ?? []) response.answers.push({ name, type: TYPE.TXT, class: CLASS.IN, ttl: 60, data: text.match(PARTS) } as never)
      void send(response)
    },
  })
  const { udp } = (await server.listen({ udp: { port: 0, address: '127.0.0.1' } })) as { udp: AddressInfo }
  return { address: `127.0.0.1:${udp.port}`, current, stop: () => server.close() }
}
