import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { sign, verify } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'

const PURPOSE = 'flash'
const SECONDS_KEPT = 10 * 60

const Flash = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('applied'),
    ref_function_role_id: Id,
    function_role_name: z.string(),
    reply_within_days: z.number(),
    reference: z.string(),
    isShown: z.boolean(),
  }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  /** For the candidate page: what the submitted form changed. */
  z.object({ kind: z.literal('changed'), message: z.string() }),
])
type StoredFlash = z.infer<typeof Flash> & { at: number }
/** What one page passes to the next: the specification's navigation state, for use without JavaScript. */
export type Flash = z.infer<typeof Flash>

type Deps = Pick<Services, 'env' | 'keys'>

export function setFlash(reply: FastifyReply, { env, keys }: Deps, flash: Flash): void {
  const stored: StoredFlash = { ...flash, at: Date.now() }
  reply.setCookie(nameFor(env), sign(keys, PURPOSE, JSON.stringify(stored)), { ...attributesFor(env), maxAge: SECONDS_KEPT })
}

/** Reads the flash message and deletes it, but an application's thank-you message survives one reload. */
export function takeFlash(request: FastifyRequest, reply: FastifyReply, services: Deps): Flash | null {
  const given = request.cookies[nameFor(services.env)]
  if (!given) return null
  const flash = read(verify(services.keys, PURPOSE, given))
  if (flash?.kind === 'applied' && !flash.isShown) setFlash(reply, services, { ...flash, isShown: true })
  else reply.clearCookie(nameFor(services.env), attributesFor(services.env))
  return flash
}

function read(text: string | null): Flash | null {
  if (!text) return null
  const stored = JSON.parse(text) as Partial<StoredFlash>
  const isFresh = Date.now() - (stored.at ?? 0) < SECONDS_KEPT * 1000
  return isFresh ? (Flash.safeParse(stored).data ?? null) : null
}

function nameFor(env: Services['env']): string {
  return isSecure(env) ? '__Host-flash' : 'flash'
}

function attributesFor(env: Services['env']) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: isSecure(env), path: '/' }
}

function isSecure(env: Services['env']): boolean {
  return env.BASE_URL.startsWith('https:')
}
