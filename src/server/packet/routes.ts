import { readPacketJson, readPacketPdf } from '#contract/packet.ts'
import { listSigningKeys as listKeysCall } from '#contract/signing-keys.ts'
import { listVersions } from '#contract/versions.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { downloadPacket } from './download-packet.ts'
import { presentKey } from './signing-key.ts'
import { listSigningKeys } from './signing-key-store.ts'
import { readVersions } from './read-versions.ts'

export function packetRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listVersions, ({ input, caller }) => readVersions(context.services, caller, input))
  answer(context, listKeysCall, async () => ({ keys: (await listSigningKeys(db)).map(presentKey) }))

  answer(context, readPacketPdf, async ({ input, caller, reply }) => {
    const { content, name } = await downloadPacket(db, caller, { ...input, format: 'pdf' })
    return reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(content)
  })

  answer(context, readPacketJson, async ({ input, caller, reply }) => {
    const { content, name } = await downloadPacket(db, caller, { ...input, format: 'json' })
    return reply.type('application/json; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`).send(content)
  })
}
