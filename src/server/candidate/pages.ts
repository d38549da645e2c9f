import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { FieldError } from '#contract/applications/form-values.ts'
import type { OwnPageView } from '#contract/pages.ts'
import { LINK_SENT, requestLink as requestLinkCall } from '#contract/candidate/candidate.ts'
import { openLink } from '#server/applications/access-store.ts'
import { isOwnPageKept, forgetBrowser, ownPageCookie, setOwnPageCookie } from '#server/applications/own-page-cookie.ts'
import { OWN_PAGE } from '#server/applications/own-page-link.ts'
import { setDraftCookie } from '#server/applications/drafts/draft-cookie.ts'
import { findDraft } from '#server/applications/drafts/draft-store.ts'
import { setFlash, takeFlash } from '#server/careers/flash.ts'
import { readSite } from '#server/careers/pages/site.ts'
import { readVia } from '#server/careers/show-form.ts'
import { type AppContext, FORM } from '#server/http/answer.ts'
import { asHttpError } from '#server/http/errors.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import { HIDDEN, mountPrivatePages, sendPage, type Pages } from '#server/http/pages.ts'
import { mountUploads } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'
import { chooseUpdates, mayContactAboutRoles } from '#server/candidate/updates/choose-updates.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { KINDS, readUnsubscribe, UNSUBSCRIBE, unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { insertUnsubscribed, withdrawUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import { actByForm, DONE, fieldsOf, isFormAction } from './act-by-form.ts'
import { confirmAddress, isConfirmable } from './change-contact.ts'
import { listOwn } from './own-applications.ts'
import { exportOwn } from './requests.ts'
import { requestLink } from './request-link.ts'
import { countChange, identifyApplicant, ownOf } from './routes.ts'

const DRAFT_ENDED = `These answers are no longer available: they were submitted, deleted or unused for ${RETENTION_PERIODS.draft} days.`
const LINK_ENDED = 'This link no longer works. Enter your email address to get a new one.'

type LinkRequest = FastifyRequest<{ Params: { key: string } }>
type Posted = FastifyRequest<{ Params: { id: string; action: string } }>
type ViewContext = Partial<Pick<OwnPageView, 'done' | 'refusal' | 'failed'>> & { status?: number }

/** The candidate's page, with plain forms. Nothing on it is cached or indexed. */
export async function ownPages(context: AppContext, pages: Pages): Promise<void> {
  const { app, services } = context
  await unsubscribePages(context, pages)
  const show = (request: FastifyRequest, reply: FastifyReply, shown: ViewContext) => showPage({ services, pages }, { request, reply }, shown)
  await mountPrivatePages(app, (scope) => {
    scope.get(OWN_PAGE, HIDDEN, (request, reply) => {
      const { done, ended } = request.query as { done?: string; ended?: string }
      const flash = done !== undefined && !DONE.has(done) ? takeFlash(request, reply, services) : null
      const changed = flash?.kind === 'changed' ? flash.message : null
      return show(request, reply, {
        done: changed ?? DONE.get(done ?? '') ?? null,
        refusal: ended === undefined ? null : ended === 'draft' ? DRAFT_ENDED : LINK_ENDED,
      })
    })
    scope.post(`${OWN_PAGE}/updates`, HIDDEN, (request, reply) => choose(services, { request, reply }, (shown) => show(request, reply, shown)))
    scope.post(`${OWN_PAGE}/find`, HIDDEN, (request, reply) => find(services, request, (shown) => show(request, reply, shown)))
    const post = (request: Posted, reply: FastifyReply) => act(services, { request, reply }, (shown) => show(request, reply, shown))
    scope.post(`${OWN_PAGE}/:id/:action`, HIDDEN, post)
    mountUploads(scope, (uploads) => uploads.post(`${OWN_PAGE}/:id/:action(^resume$)`, { ...HIDDEN, config: { counted: 'resumes_uploaded' } }, post))
    ownPageLinks({ app: scope, services }, pages)
    signOutRoutes({ app: scope, services })
    exportPage({ app: scope, services }, pages)
  })
}

/** Signing out, and staying signed in on a personal device. */
function signOutRoutes({ app, services }: { app: FastifyInstance; services: Services }): void {
  app.post(`${OWN_PAGE}/sign-out`, HIDDEN, async (request, reply) => {
    await forgetBrowser(services, request, reply)
    return reply.redirect(`${OWN_PAGE}?done=sign-out`, 303)
  })
  app.post(`${OWN_PAGE}/stay`, HIDDEN, async (request, reply) => {
    const isKnown = (await identifyApplicant(services, request)) !== null
    const isKept = (request.body as URLSearchParams | undefined)?.get?.('keep') !== 'no'
    if (isKnown) setOwnPageCookie(reply, services.env, { token: ownPageCookie(request, services.env)!, isKept })
    return reply.redirect(isKnown ? `${OWN_PAGE}?done=${isKept ? 'stay' : 'leave'}` : `${OWN_PAGE}?ended`, 303)
  })
}

/** Everything stored about one application, as a page to read, print or save. */
function exportPage({ app, services }: { app: FastifyInstance; services: Services }, pages: Pages): void {
  const show = (request: FastifyRequest, reply: FastifyReply, shown: ViewContext) => showPage({ services, pages }, { request, reply }, shown)
  app.get(`${OWN_PAGE}/:id/export`, HIDDEN, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const applicant = await identifyApplicant(services, request)
    if (applicant === null) return reply.redirect(`${OWN_PAGE}?ended`, 303)
    const id = /^[1-9]\d{0,8}$/.test(request.params.id) ? Number(request.params.id) : 0
    const everything = await exportOwn(services, request.caller, ownOf(applicant, id)).catch((error: unknown) => toErrorView(error))
    if ('refusal' in everything) return everything.status === 429 ? show(request, reply, everything) : reply.redirect(OWN_PAGE, 303)
    return sendPage(reply, await pages.render({ page: 'own-export', ...(everything as OwnExport) }, await readSite(services)))
  })
}

type OwnExport = Awaited<ReturnType<typeof exportOwn>>

async function showPage(
  { services, pages }: { services: Services; pages: Pages },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  shown: ViewContext,
) {
  const applicant = await identifyApplicant(services, request)
  const applications = applicant && (await listOwn(services, applicant))
  const wants_updates = applicant && (await mayContactAboutRoles(services.db, services.keys, applicant.email_key))
  const { done = null, refusal = null, failed = null } = shown
  const view = { page: 'own-page' as const, applications, wants_updates, is_kept: isOwnPageKept(request), done, refusal, failed }
  return sendPage(reply, await pages.render(view, await readSite(services)), shown.status)
}

type Show = (shown: ViewContext) => Promise<FastifyReply>

async function find(services: Services, request: FastifyRequest, show: Show): Promise<FastifyReply> {
  const email = (request.body as URLSearchParams | undefined)?.get?.('email') ?? ''
  const parsed = requestLinkCall.body.safeParse({ email })
  const failed = { user_session_id: null, action: 'find', values: { email: email.slice(0, 254) } }
  if (!parsed.success) return show({ status: 422, refusal: 'Please enter a valid email address', failed })
  try {
    await requestLink(services, { email: parsed.data.email, ip: request.ip })
  } catch (error) {
    return show(toErrorView(error))
  }
  return show({ done: LINK_SENT })
}

async function choose(services: Services, { request, reply }: { request: FastifyRequest; reply: FastifyReply }, show: Show): Promise<FastifyReply> {
  const applicant = await identifyApplicant(services, request)
  if (applicant === null) return show({ status: 401, refusal: LINK_ENDED })
  const wanted = fieldsOf(request)['wants']
  if (wanted !== 'yes' && wanted !== 'no') return show({ status: 422, refusal: 'Please use one of the buttons on this page.' })
  try {
    await countChange(services, applicant)
    setFlash(reply, services, { kind: 'changed', message: await chooseUpdates(services, applicant, wanted === 'yes') })
  } catch (error) {
    return show(toErrorView(error))
  }
  return reply.redirect(`${OWN_PAGE}?done=updates`, 303)
}

async function act(services: Services, { request, reply }: { request: Posted; reply: FastifyReply }, show: Show): Promise<FastifyReply> {
  const { id, action } = request.params
  const applicant = await identifyApplicant(services, request)
  if (applicant === null) return show({ status: 401, refusal: LINK_ENDED })
  if (!isFormAction(action) || !/^[1-9]\d{0,8}$/.test(id)) return show({ status: 404, refusal: "We couldn't find this application." })
  try {
    await countChange(services, applicant)
    const message = await actByForm(services, request, { action, own: ownOf(applicant, Number(id)) })
    if (message !== null) setFlash(reply, services, { kind: 'changed', message })
  } catch (error) {
    const { faults, ...why } = toErrorView(error)
    return show({ ...why, failed: { user_session_id: Number(id), action, values: fieldsOf(request), faults } })
  }
  return reply.redirect(`${OWN_PAGE}?done=${action}`, 303)
}

function toErrorView(error: unknown): { status: number; refusal: string; faults: FieldError[] } {
  const { status, message, errors = [] } = asHttpError(error as Parameters<typeof asHttpError>[0])
  return { status, refusal: message, faults: errors }
}

/** Links from emails. Each is exchanged for a cookie immediately, so it stays out of history, referrers and shared screens. */
function ownPageLinks({ app, services }: { app: FastifyInstance; services: Services }, pages: Pages): void {
  app.get(`${OWN_PAGE}/draft/:key`, HIDDEN, async (request: LinkRequest, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    const { key } = request.params
    const draft = await findDraft(services.db, purposeHash('draft', key))
    if (!draft) return reply.redirect(`${OWN_PAGE}?ended=draft`, 303)
    setDraftCookie(reply, services.env, { ...draft, key })
    const via = readVia(request)
    return reply.redirect(`/roles/${draft.ref_function_role_id}/apply${via === null ? '' : `?via=${encodeURIComponent(via)}`}`, 303)
  })
  app.get(`${OWN_PAGE}/:key`, HIDDEN, async (request: LinkRequest, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    // Link checkers only test whether the address responds.
    if (request.method === 'HEAD') return reply.redirect(OWN_PAGE, 303)
    const link_hash = purposeHash('own-page-link', request.params.key)
    return enter(services, reply, async (cookie_hash) => {
      const isOpen = (await openLink(services.db, { link_hash, cookie_hash, opens: 'own-page' })) !== null
      return isOpen ? '' : null
    })
  })
  // Mail scanners open every link, so only the page's button changes the address.
  app.get(`${OWN_PAGE}/confirm/:key`, HIDDEN, async (request: LinkRequest, reply) => {
    if (!(await isConfirmable(services, request.params.key))) return reply.redirect(`${OWN_PAGE}?ended`, 303)
    return sendPage(reply, await pages.render({ page: 'confirm-address' }, await readSite(services)))
  })
  app.post(`${OWN_PAGE}/confirm/:key`, HIDDEN, (request: LinkRequest, reply) =>
    enter(services, reply, (cookie_hash) => confirmAddress(services, request.params.key, cookie_hash)),
  )
}

/** `open` returns what to tell the candidate, which may be nothing, or null if the link no longer works. */
async function enter(services: Services, reply: FastifyReply, open: (cookie_hash: string) => Promise<string | null>): Promise<FastifyReply> {
  const token = randomToken()
  const message = await open(purposeHash('own-page', token))
  if (message === null) return reply.redirect(`${OWN_PAGE}?ended`, 303)
  setOwnPageCookie(reply, services.env, { token })
  if (message === '') return reply.redirect(OWN_PAGE, 303)
  setFlash(reply, services, { kind: 'changed', message })
  return reply.redirect(`${OWN_PAGE}?done=confirm`, 303)
}

type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>

/** The link in an email shows a page with a button, because email programs open links automatically; their one-click request is a POST. */
export async function unsubscribePages({ app, services: { db, env, keys } }: AppContext, pages: Pages): Promise<void> {
  async function show(reply: FastifyReply, shown: { what: string | null; isDone: boolean }) {
    const page = await pages.render({ page: 'unsubscribe', ...shown }, await readSite({ db, env }))
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    return sendPage(reply, page, shown.what === null ? 404 : 200)
  }
  const whatOf = (request: UnsubscribeRequest) => readUnsubscribe(keys, request.params.token)

  await app.register(async (scope) => {
    // Mailbox providers send either type (RFC 8058, 3.1). The token in the path says everything.
    scope.addContentTypeParser([FORM, 'multipart/form-data'], { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
    scope.get(`${UNSUBSCRIBE}/:token`, HIDDEN, (request: UnsubscribeRequest, reply) => {
      const subscription = whatOf(request)
      return show(reply, { what: subscription && KINDS[subscription.kind], isDone: false })
    })
    scope.post(`${UNSUBSCRIBE}/:token`, HIDDEN, async (request: UnsubscribeRequest, reply) => {
      const subscription = whatOf(request)
      if (!subscription) return show(reply, { what: null, isDone: false })
      await db.transaction(async (tx) => {
        const isNew = await insertUnsubscribed(tx, subscription)
        if (subscription.kind === 'role-updates') await withdrawUnsubscribed(tx, [unsubscribeUrl({ env, keys }, subscription)])
        if (isNew) await recordAudit(tx, { actor: null, action: 'email.unsubscribed', subject_kind: 'email', facts: { kind: subscription.kind } })
      })
      return show(reply, { what: KINDS[subscription.kind], isDone: true })
    })
  })
}
