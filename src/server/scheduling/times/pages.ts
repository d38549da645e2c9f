import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnTimesView } from '#contract/pages.ts'
import {
  cancelOwnInterview,
  confirmTimes as confirmTimesCall,
  holdTime as holdTimeCall,
  sendPreferences as sendPreferencesCall,
  undoOwnChange,
} from '#contract/scheduling/own-times.ts'
import { TimeZone } from '#contract/scheduling/scheduling.ts'
import { openLink } from '#server/applications/access-store.ts'
import { setInterviewsCookie } from '#server/applications/own-page-cookie.ts'
import { OWN_INTERVIEWS, OWN_PAGE } from '#server/applications/own-page-link.ts'
import { readOwn } from '#server/candidate/own-applications.ts'
import { countChange, identifyForInterviews } from '#server/candidate/routes.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { readSite } from '#server/careers/pages/site.ts'
import type { AppContext } from '#server/http/answer.ts'
import { asHttpError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { purposeHash, randomToken } from '#server/http/keys.ts'
import { HIDDEN, mountPrivatePages, sendPage, type Pages } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { cancelOwn } from '#server/scheduling/cancel-booking.ts'
import { undoOwn } from '#server/scheduling/undo-change.ts'
import { confirmTimes } from './confirm-times.ts'
import { holdTime } from './hold-time.ts'
import { readOwnTimes, sendPreferences } from './own-times.ts'
import { isTimesAction, messageAfter, type TimesAction } from './messages.ts'

type ViewContext = FastifyRequest<{ Params: { id: string }; Querystring: { zone?: string; done?: string; interview?: string; day?: string } }>
type Posted = FastifyRequest<{ Params: { id: string; action: string } }>
type LinkRequest = FastifyRequest<{ Params: { key: string } }>
type Context = { services: Services; pages: Pages }
type Fields = Record<string, string>

/** The page on which a candidate picks interview times, with plain forms. */
export async function timesPages({ app, services }: AppContext, pages: Pages): Promise<void> {
  const desk = { services, pages }
  await mountPrivatePages(app, (scope) => {
    scope.get(`${OWN_PAGE}/:id/times`, HIDDEN, async (request: ViewContext, reply) => {
      const own = await ownOf(services, request)
      if (!own) return reply.redirect(`${OWN_PAGE}?ended`, 303)
      const { zone, done, interview, day } = request.query
      const chosen = { ref_interview_id: Number(interview) || null, day: day ?? null }
      return show(desk, reply, { own, zone: zoneOf(zone), chosen, done: isTimesAction(done) ? done : null, refusal: null, is_unfit_open: false })
    })
    scope.post(`${OWN_PAGE}/:id/times/:action`, HIDDEN, (request: Posted, reply) => handlePost(desk, request, reply))
    scope.get(`${OWN_INTERVIEWS}/:key`, HIDDEN, (request: LinkRequest, reply) => exchangeLink(services, request, reply))
  })
}

/**
 * From an email about an interview: exchanged for a cookie, like the link to the candidate's page. Link checkers don't use it up, and the link keeps
 * working.
 */
async function exchangeLink({ db, env }: Services, request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('referrer-policy', 'no-referrer')
  if (request.method === 'HEAD') return reply.redirect(OWN_PAGE, 303)
  const token = randomToken()
  const hashes = { link_hash: purposeHash('interviews-link', request.params.key), cookie_hash: purposeHash('interviews', token) }
  const user_session_id = await openLink(db, { ...hashes, opens: 'interviews' })
  if (user_session_id === null) return reply.redirect(`${OWN_PAGE}?ended`, 303)
  setInterviewsCookie(reply, env, { token, user_session_id })
  return reply.redirect(`${OWN_PAGE}/${user_session_id}/times`, 303)
}

async function handlePost(desk: Context, request: Posted, reply: FastifyReply): Promise<FastifyReply> {
  const own = await ownOf(desk.services, request)
  if (!own) return reply.redirect(`${OWN_PAGE}?ended`, 303)
  const fields: Fields = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {}
  const zone = zoneOf(fields['zone'])
  const { action } = request.params
  if (!isTimesAction(action)) return reply.redirect(`${OWN_PAGE}/${own.user_session_id}/times`, 303)
  try {
    await countChange(desk.services, own)
    await ACTS[action](desk.services, own, fields)
  } catch (error) {
    const chosen = { ref_interview_id: Number(fields['ref_interview_id']) || null, day: fields['day'] ?? null }
    return show(desk, reply, { own, zone, chosen, done: null, refusal: error as Error, is_unfit_open: action === 'preferences' })
  }
  const query = new URLSearchParams({ done: action, ...(zone && { zone }) })
  return reply.redirect(`${OWN_PAGE}/${own.user_session_id}/times?${query}`, 303)
}

const ACTS: Record<TimesAction, (services: Services, own: Own, fields: Fields) => Promise<void>> = {
  hold: (services, own, fields) => {
    const zone = zoneOf(fields['zone'])
    return holdTime(services, own, { ...tryParse(holdTimeCall.body, fields), ...(zone && { time_zone: zone }) })
  },
  confirm: (services, own, fields) => confirmTimes(services, own, tryParse(confirmTimesCall.body, { times: shownTimes(fields) }).times),
  cancel: (services, own, fields) => cancelOwn(services, own, tryParse(cancelOwnInterview.body, fields)),
  undo: (services, own, fields) => undoOwn(services, own, tryParse(undoOwnChange.body, fields)),
  preferences: (services, own, fields) => {
    const { first, second, third } = tryParse(sendPreferencesCall.body, fields)
    return sendPreferences(services, own, [first, second, third])
  },
}

/** One field for each interview whose held time the button names. */
function shownTimes(fields: Fields) {
  const times = Object.entries(fields).filter(([name]) => name.startsWith('held-'))
  return times.length > 0 ? times.map(([name, starts_at]) => ({ ref_interview_id: Number(name.slice('held-'.length)), starts_at })) : undefined
}

type Page = { own: Own; zone: string | undefined; chosen: OwnTimesView['chosen']; done: TimesAction | null; refusal: Error | null; is_unfit_open: boolean }

async function show({ services, pages }: Context, reply: FastifyReply, { own, zone, chosen, done, refusal, is_unfit_open }: Page): Promise<FastifyReply> {
  const refused = refusal && asHttpError(refusal as Parameters<typeof asHttpError>[0])
  const { function_role_name, hiring_lead_email } = await readOwn(services.db, own.email_key, own.user_session_id)
  // An application outside the interview stage has no times to pick, and the page explains that.
  const times = await readOwnTimes(services, own, zone).catch((error: unknown) => {
    if (error instanceof HttpError) return error.message
    throw error
  })
  const view = {
    page: 'own-times' as const,
    function_role_name,
    hiring_lead_email,
    chosen,
    times: typeof times === 'string' ? null : times,
    zones: zonesWith(typeof times === 'string' ? null : times.time_zone),
    done: typeof times !== 'string' && done && !(done === 'preferences' && times.preferences_answer) ? messageAfter(done, times.checklist) : null,
    is_unfit_open,
    refusal: refused?.message ?? (typeof times === 'string' ? times : null),
  }
  return sendPage(reply, await pages.render(view, await readSite(services)), refused?.status ?? (typeof times === 'string' ? 409 : 200))
}

async function ownOf(services: Services, request: FastifyRequest<{ Params: { id: string } }>): Promise<Own | null> {
  const applicant = await identifyForInterviews(services, request)
  const id = /^[1-9]\d{0,8}$/.test(request.params.id) ? Number(request.params.id) : null
  if (applicant === null || id === null || (applicant.only ?? id) !== id) return null
  return { email_key: applicant.email_key, user_session_id: id }
}

function zoneOf(text: string | undefined): string | undefined {
  const zone = TimeZone.safeParse(text)
  return zone.success ? zone.data : undefined
}

/** Browsers may also report older names for time zones. */
function zonesWith(zone: string | null): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return zone === null || known.includes(zone) ? known : [zone, ...known]
}

type Schema<T> = { safeParse: (given: unknown) => { success: true; data: T } | { success: false; error: { issues: { message: string }[] } } }

function tryParse<T>(schema: Schema<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (!result.success) throw new HttpError(422, result.error.issues[0]!.message)
  return result.data
}
