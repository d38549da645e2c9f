import { z } from 'zod'
import { endpoint, flagText, IdText } from '../endpoint.ts'

const Packet = {
  who: 'admin',
  may: 'audit',
  method: 'GET',
  confirms: 'with names',
  params: z.object({ id: IdText }),
  query: z.object({
    /** For readers who mustn't know who the applicant is: leaves out name, email and profile. Auditors always get this version. */
    blind: flagText(false),
    /** The number of an earlier edition; defaults to the current packet. */
    edition: IdText.optional(),
  }),
  output: z.unknown(),
} as const

export const readPacketZip = endpoint({
  ...Packet,
  path: '/api/applicants/{id}/packet.zip',
  summary:
    'Download the sealed decision on an applicant as a ZIP of `packet.json`, `packet.pdf` and `verify.html`, which checks them in a browser. The bytes stay the same until something changes; each download is in the audit trail',
  produces: 'application/zip',
})

export const readPacketPdf = endpoint({
  ...Packet,
  path: '/api/applicants/{id}/packet.pdf',
  summary: 'Download the same packet for reading. Each download is in the audit trail',
  produces: 'application/pdf',
})

export const readPacketJson = endpoint({
  ...Packet,
  path: '/api/applicants/{id}/packet.json',
  summary: 'Download the same packet as data, with the hashes and signature that `packet verify` checks. Each download is in the audit trail',
})
