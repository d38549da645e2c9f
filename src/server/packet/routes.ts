import { printSummaries } from '#contract/applicants/applicant-list.ts'
import { readPacketJson, readPacketPdf, readPacketZip } from '#contract/packet/packet.ts'
import { listSigningKeys as listKeysCall } from '#contract/signing-keys.ts'
import { listVersions } from '#contract/versions.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { downloadPacket } from './read-packet.ts'
import { summariesPdf } from './summaries-pdf.ts'
import { presentKey } from './signing-key.ts'
import { listSigningKeys } from './signing-key-store.ts'
import { readVersions } from './read-versions.ts'

export function packetRoutes(context: AppContext): void {
  const { db, limits } = context.services

  answer(context, listVersions, ({ input, caller }) => readVersions(context.services, caller, input))
  answer(context, listKeysCall, async () => ({ keys: (await listSigningKeys(db)).map(presentKey) }))

  answer(context, printSummaries, async ({ input, caller, reply }) => {
    await limits.take('export', String(caller.staff_account_id))
    const content = await summariesPdf(context.services, caller, input)
    return reply.type('application/pdf').header('content-disposition', 'attachment; filename="Applicants.pdf"').send(content)
  })

  const packets = { zip: readPacketZip, json: readPacketJson, pdf: readPacketPdf } as const
  for (const format of ['zip', 'json', 'pdf'] as const)
    answer(context, packets[format], async ({ input, caller, reply }) => {
      const { content, type, name } = await downloadPacket(context.services, caller, { ...input, format })
      return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
    })
}
