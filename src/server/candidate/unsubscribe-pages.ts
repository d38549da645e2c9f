import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '#server/audit/record-audit.ts'
import { readSite } from '#server/careers/pages/site.ts'
import { FORM, type AppContext } from '#server/http/answer.ts'
import { HIDDEN, sendPage, type Pages } from '#server/http/pages.ts'
import { KINDS, readUnsubscribe, UNSUBSCRIBE, unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { insertUnsubscribed, withdrawUnsubscribed } from '#server/mail/unsubscribed-store.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

/** The link in an email shows a page with a button, because email programs open links automatically; their one-click request is a POST. */
export async function unsubscribePages({ app, services: { db, env, keys } }: AppContext, pages: Pages): Promise<void> {
  async function show(reply: FastifyReply, shown: { what: string | null; isDone: boolean }) {
    const page = await pages.render({ page: 'unsubscribe', ...shown }, await readSite({ db, env }))
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    return sendPage(reply, page, shown.what === null ? 404 : 200)
  }
  const whatOf = (request: LinkRequest) => readUnsubscribe(keys, request.params.token)

  await app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
    scope.get(`${UNSUBSCRIBE}/:token`, HIDDEN, (request: LinkRequest, reply) => {
      const subscription = whatOf(request)
      return show(reply, { what: subscription && KINDS[subscription.kind], isDone: false })
    })
    scope.post(`${UNSUBSCRIBE}/:token`, HIDDEN, async (request: LinkRequest, reply) => {
      const subscription = whatOf(request)
      if (!subscription) return show(reply, { what: null, isDone: false })
      await db.transaction(async (tx) => {
        if (!(await insertUnsubscribed(tx, subscription))) return
        if (subscription.kind === 'role-updates') await withdrawUnsubscribed(tx, [unsubscribeUrl({ env, keys }, subscription)])
        await recordAudit(tx, { actor: null, action: 'email.unsubscribed', subject_kind: 'email', facts: { kind: subscription.kind } })
      })
      return show(reply, { what: KINDS[subscription.kind], isDone: true })
    })
  })
}
