import { z } from 'zod'
import { endpoint, flagText, IdText } from './endpoint.ts'

/** Why a packet was sealed: a final decision, its email that went out, something added later, or someone's request. */
export type SealedBecause = 'decided' | 'email sent' | 'added' | 'requested'

const Packet = {
  who: 'admin',
  may: 'audit',
  method: 'GET',
  params: z.object({ id: IdText }),
  query: z.object({
    /** For readers who mustn't learn who the applicant is: without name, email and profile. */
    blind: flagText(false),
  }),
  output: z.unknown(),
} as const

export const readPacketPdf = endpoint({
  ...Packet,
  path: '/api/applicants/{id}/packet.pdf',
  summary: 'The decision on one applicant, for reading: the same bytes until something changes. Each download is in the audit trail',
  produces: 'application/pdf',
})

export const readPacketJson = endpoint({
  ...Packet,
  path: '/api/applicants/{id}/packet.json',
  summary: 'The same packet as data, with the hashes by which `packet verify` proves both files. Each download is in the audit trail',
})
