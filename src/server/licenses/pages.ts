import type { FastifyReply, FastifyRequest } from 'fastify'
import { LicenseList, type OwnLicenses } from '#contract/licenses/licenses.ts'
import type { LicensesView } from '#contract/pages.ts'
import { isSubmitted } from '#contract/statuses/statuses.ts'
import { applicationCookies, setSeen, wasSeen } from '#server/applications/cookie.ts'
import { OWN_PAGE } from '#server/applications/own-page-link.ts'
import { readOwn } from '#server/candidate/own-applications.ts'
import { identifyApplicant } from '#server/candidate/routes.ts'
import { findOwnApplication } from '#server/careers/own-application.ts'
import { readSite } from '#server/careers/pages/site.ts'
import type { AppContext } from '#server/http/answer.ts'
import { asHttpError } from '#server/http/faults.ts'
import { HttpError } from '#server/http/http-error.ts'
import { sendPage, type Pages } from '#server/http/pages.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { presentOwnLicenses } from './read-licenses.ts'
import { areLicensesOpen, saveLicenses, saveOwnLicenses } from './save-licenses.ts'
import { findAskedStates } from './store.ts'

const HIDDEN = { schema: { hide: true } }
const FORM = 'application/x-www-form-urlencoded'
const DONE: Record<string, string> = { add: 'The license is added.', remove: 'The license is removed.', about: 'Saved.' }

type Visit = FastifyRequest<{ Params: { id: string; action: string }; Querystring: { done?: string } }>
/** One application's list, reached from the form's browser or from the own page. */
type Place = Pick<LicensesView, 'back' | 'path'> & { user_session_id: number; is_open: boolean; save: (list: LicenseList) => Promise<OwnLicenses> }
type Desk = { services: Services; pages: Pages }

/** Where candidates list licenses, with plain forms: after applying, and from their own page. */
export async function licensePages({ app, services }: AppContext, pages: Pages): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, new URLSearchParams(body as string)))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
    })
    const desk = { services, pages }
    for (const [path, find, instead] of [
      ['/roles/:id/licenses', fromForm, askOrSendToForm],
      [`${OWN_PAGE}/:id/licenses`, fromOwnPage, (_desk: Desk, { reply }: Exchange) => reply.redirect(`${OWN_PAGE}?ended`, 303)],
    ] as const) {
      scope.get(path, HIDDEN, async (request: Visit, reply) => {
        const place = await find(services, request, reply)
        if (!place) return instead(desk, { request, reply })
        return show(desk, reply, { place, done: DONE[request.query.done ?? ''] ?? null, refusal: null, typed: {} })
      })
      scope.post(`${path}/:action`, HIDDEN, async (request: Visit, reply) => {
        const place = await find(services, request, reply)
        return place ? act(desk, { request, reply }, place) : instead(desk, { request, reply })
      })
    }
  })
}

const idOf = ({ params }: Visit) => (/^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : 0)

/** Opens from the form, before or after it's sent. It shows what was listed only if this browser was used within the last hour. */
async function fromForm(services: Services, request: Visit, reply: FastifyReply): Promise<Place | null> {
  const role_id = idOf(request)
  const own = await findOwnApplication(services.db, request, role_id)
  if (!own || !wasSeen(request, services)) return null
  const { user_session_id } = own
  setSeen(reply, services)
  const cookies = applicationCookies(request)
  return {
    user_session_id,
    is_open: areLicensesOpen(own),
    path: `/roles/${role_id}/licenses`,
    back: { path: `/roles/${role_id}/${isSubmitted(own.ref_application_status_id) ? 'resume' : 'apply'}`, label: 'Your application' },
    save: (list) => saveLicenses(services, { cookies, user_session_id }, list),
  }
}

/** Someone else may be at this computer now; without an application there's nothing to list licenses for. */
async function askOrSendToForm({ services, pages }: Desk, { request, reply }: Exchange): Promise<FastifyReply> {
  const role_id = idOf(request)
  const own = await findOwnApplication(services.db, request, role_id)
  const role = own && (await findOpenRole(services.db, role_id))
  if (!role) return reply.redirect(`/roles/${request.params.id}/apply`, 303)
  return sendPage(reply, await pages.render({ page: 'still-you', role, next: 'licenses' }, await readSite(services)))
}

async function fromOwnPage(services: Services, request: Visit): Promise<Place | null> {
  const applicant = await identifyApplicant(services, request)
  const user_session_id = idOf(request)
  if (applicant === null || (applicant.only ?? user_session_id) !== user_session_id) return null
  const { email_key } = applicant
  const own = await readOwn(services.db, email_key, user_session_id).catch(() => null)
  return (
    own && {
      user_session_id,
      is_open: own.actions.includes('resume'),
      path: `${OWN_PAGE}/${user_session_id}/licenses`,
      back: { path: OWN_PAGE, label: 'Your applications' },
      save: (list) => saveOwnLicenses(services, { email_key, user_session_id }, list),
    }
  )
}

type Exchange = { request: Visit; reply: FastifyReply }

async function act(desk: Desk, { request, reply }: Exchange, place: Place): Promise<FastifyReply> {
  const { action } = request.params
  const fields = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {}
  try {
    const now = await presentOwnLicenses(desk.services.db, place.user_session_id, true)
    await place.save(listAfter(action, fields, now))
  } catch (fault) {
    const { status, message } = asHttpError(fault as Parameters<typeof asHttpError>[0])
    return show(desk, reply.code(status), { place, done: null, refusal: message, typed: fields })
  }
  return reply.redirect(`${place.path}?done=${action}`, 303)
}

/** The whole list as it would be after this form. */
function listAfter(action: string, fields: Record<string, string>, now: OwnLicenses): LicenseList {
  const about = { home_state: homeOf(fields, now), npi: action === 'remove' ? now.npi : fields['npi'] }
  if (action === 'remove') return parsed({ ...about, licenses: now.licenses.filter((one) => one.license_id !== Number(fields['license_id'])) })
  return parsed({ ...about, licenses: action === 'add' ? [...now.licenses, entryOf(fields)] : now.licenses })
}

function homeOf({ home_state }: Record<string, string>, now: OwnLicenses): string | null {
  if (home_state === undefined) return now.home_state
  return home_state === 'abroad' ? null : home_state
}

function entryOf(fields: Record<string, string>) {
  return {
    license_type: fields['license_type'],
    license_state: fields['license_state'],
    license_number: fields['license_number'],
    expires_on: fields['expires_on'] || null,
    is_multistate: fields['is_multistate'] === 'yes',
    is_in_progress: fields['is_in_progress'] === 'yes',
    privileges: (fields['privileges'] ?? '').split(/[\s,;]+/).filter(Boolean),
    authorization: fields['authorization'] || null,
  }
}

/** What people read instead of "Invalid option", by the field of the form. */
const NEEDED: Record<string, string> = {
  home_state: 'Choose your legal home state.',
  license_type: 'Choose the type of license.',
  license_state: 'Choose the state that issued the license.',
  privileges: 'Enter privileges as two-letter state codes, such as OH, UT.',
}

function parsed(list: unknown): LicenseList {
  const result = LicenseList.safeParse(list)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  const field = path.findLast((one) => typeof one === 'string')
  throw new HttpError(422, NEEDED[String(field)] ?? `${message}.`.replace('..', '.'))
}

type Shown = { place: Place } & Pick<LicensesView, 'done' | 'refusal' | 'typed'>

async function show({ services, pages }: Desk, reply: FastifyReply, { place, ...shown }: Shown): Promise<FastifyReply> {
  const { user_session_id, is_open, path, back } = place
  const asked = await findAskedStates(services.db, user_session_id)
  const given = await presentOwnLicenses(services.db, user_session_id, is_open)
  const view = { page: 'licenses' as const, ...asked, given, path, back, ...shown }
  return sendPage(reply, await pages.render(view, await readSite(services)), reply.statusCode)
}
