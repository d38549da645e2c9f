import { readPacketJson, readPacketPdf, readPacketZip } from '#contract/packet/packet.ts'
import { listSigningKeys as listKeysCall } from '#contract/signing-keys.ts'
import { listVersions } from '#contract/versions.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { downloadPacket } from './read-packet.ts'
import { presentKey } from './signing-key.ts'
import { listSigningKeys } from './signing-key-store.ts'
import { readVersions } from './read-versions.ts'

export function packetRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listVersions, ({ input, caller }) => readVersions(context.services, caller, input))
  answer(context, listKeysCall, async () => ({ keys: (await listSigningKeys(db)).map(presentKey) }))

  const packets = { zip: readPacketZip, json: readPacketJson, pdf: readPacketPdf } as const
  for (const format of ['zip', 'json', 'pdf'] as const)
    answer(context, packets[format], async ({ input, caller, reply }) => {
      const { content, type, name } = await downloadPacket(context.services, caller, { ...input, format })
      return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
    })
}
