import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { sign, verify } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'

const PURPOSE = 'receipt'
const MS_KEPT = 60 * 60 * 1000

const Receipt = z.object({ user_session_id: Id, ref_function_role_id: Id, at: z.number() })
type Receipt = Omit<z.infer<typeof Receipt>, 'at'>

/** Proves, in a page's URL, that an application was received, for browsers without cookies. Grants no access and identifies no one. */
export function writeReceipt({ keys }: Pick<Services, 'keys'>, receipt: Receipt): string {
  return sign(keys, PURPOSE, JSON.stringify({ ...receipt, at: Date.now() }))
}

export function readReceipt({ keys }: Pick<Services, 'keys'>, text: unknown, ref_function_role_id: number): Receipt | null {
  const payload = typeof text === 'string' ? verify(keys, PURPOSE, text) : null
  const receipt = payload ? Receipt.safeParse(JSON.parse(payload)).data : undefined
  const isGood = receipt && receipt.ref_function_role_id === ref_function_role_id && Date.now() - receipt.at < MS_KEPT
  return isGood ? receipt : null
}
