import type { FastifyReply, FastifyRequest } from 'fastify'
import { STAGE_LABELS } from '#contract/candidate/candidate.ts'
import { LicenseList, type OwnLicenses } from '#contract/licenses/licenses.ts'
import type { LicensesView } from '#contract/pages.ts'
import { areLicensesOpen, isSubmitted } from '#contract/statuses/statuses.ts'
import { applicationCookies, setSeen, hasSeenCookie } from '#server/applications/cookie.ts'
import { OWN_PAGE } from '#server/applications/own-page-link.ts'
import { readOwn } from '#server/candidate/own-applications.ts'
import { identifyApplicant } from '#server/candidate/routes.ts'
import { fieldsAsJson, listedLicenses, valuesOf } from '#server/careers/apply-by-form.ts'
import { findOwnApplication } from '#server/careers/own-application.ts'
import { readSite } from '#server/careers/pages/site.ts'
import { readVia } from '#server/careers/show-form.ts'
import type { AppContext } from '#server/http/answer.ts'
import { asHttpError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { HIDDEN, mountPrivatePages, sendPage, type Pages } from '#server/http/pages.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { presentOwnLicenses, presentUnsaved } from './read-licenses.ts'
import { parseList, saveLicenses, saveOwnLicenses } from './save-licenses.ts'
import { findRequiredStates } from './store.ts'

const DONE = new Map([
  ['add', 'License added.'],
  ['change', 'License updated.'],
  ['remove', 'License removed.'],
  ['about', 'Saved.'],
])

type Visit = FastifyRequest<{ Params: { id: string; action: string }; Querystring: { done?: string } }>
/** A list of licenses: from the application that this browser or the candidate's page can access, or carried along in a form. */
type Place = Pick<LicensesView, 'back' | 'path'> & {
  asked: () => Promise<Pick<LicensesView, 'function_role_name' | 'role_states'>>
  read: () => Promise<OwnLicenses>
  save: (list: LicenseList) => Promise<unknown>
  carried: () => LicensesView['carried']
}
type Context = { services: Services; pages: Pages }

/** The pages where candidates list licenses, with plain forms: after applying, and from their own page. */
export async function licensePages({ app, services }: AppContext, pages: Pages): Promise<void> {
  await mountPrivatePages(app, (scope) => {
    const desk = { services, pages }
    for (const [path, find, instead] of [
      ['/roles/:id/licenses', fromForm, askOrSendToForm],
      [`${OWN_PAGE}/:id/licenses`, fromOwnPage, (_desk: Context, { reply }: Exchange) => reply.redirect(`${OWN_PAGE}?ended`, 303)],
    ] as const) {
      scope.get(path, HIDDEN, async (request: Visit, reply) => {
        const place = await find(services, request, reply)
        if (!place) return instead(desk, { request, reply })
        return show(desk, reply, { place, done: DONE.get(request.query.done ?? '') ?? null })
      })
      scope.post(`${path}/:action`, HIDDEN, async (request: Visit, reply) => {
        const place = await find(services, request, reply)
        return place ? handlePost(desk, { request, reply }, place) : instead(desk, { request, reply })
      })
    }
    listBeforeSending(scope, desk)
  })
}

const idOf = ({ params }: Visit) => (/^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : 0)

function storedLicenseSource({ db }: Services, user_session_id: number, is_open: boolean): Pick<Place, 'asked' | 'read' | 'carried'> {
  return { asked: () => findRequiredStates(db, user_session_id), read: () => presentOwnLicenses(db, user_session_id, is_open), carried: () => null }
}

/** Opens from the application form, before or after it's submitted. Shows the listed licenses only if this browser was used within the last hour. */
async function fromForm(services: Services, request: Visit, reply: FastifyReply): Promise<Place | null> {
  const role_id = idOf(request)
  const own = await findOwnApplication(services.db, request, role_id)
  if (!own || !hasSeenCookie(request, services)) return null
  const { user_session_id } = own
  setSeen(reply, services)
  const cookies = applicationCookies(request)
  return {
    ...storedLicenseSource(services, user_session_id, areLicensesOpen(own.ref_application_status_id)),
    path: `/roles/${role_id}/licenses`,
    back: { path: `/roles/${role_id}/${isSubmitted(own.ref_application_status_id) ? 'resume' : 'apply'}`, label: 'Your application' },
    save: (list) => saveLicenses(services, { cookies, user_session_id }, list),
  }
}

/** Asks who is at this computer, which may be someone else by now. Without an application, redirects to the form. */
async function askOrSendToForm({ services, pages }: Context, { request, reply }: Exchange): Promise<FastifyReply> {
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
      ...storedLicenseSource(services, user_session_id, STAGE_LABELS[own.stage].isOpen),
      path: `${OWN_PAGE}/${user_session_id}/licenses`,
      back: { path: OWN_PAGE, label: 'Your applications' },
      save: (list) => saveOwnLicenses(services, { email_key, user_session_id }, list),
    }
  )
}

type Exchange = { request: Visit; reply: FastifyReply }

async function handlePost(desk: Context, { request, reply }: Exchange, place: Place): Promise<FastifyReply> {
  const { action } = request.params
  const fields = fieldsOf(request)
  const now = await place.read()
  const editedLicense = now.licenses.find(({ license_id }) => license_id === Number(fields['license_id']))
  if (action === 'edit') return show(desk, reply, { place, typed: editedLicense ? typedAs(editedLicense) : {} })
  try {
    await place.save(listAfter(action, fields, now))
  } catch (fault) {
    const { status, message, errors } = asHttpError(fault as Parameters<typeof asHttpError>[0])
    return show(desk, reply.code(status), { place, refusal: message, wrong: errors?.[0]?.path ?? null, typed: fields })
  }
  return place.carried() ? show(desk, reply, { place, done: DONE.get(action) ?? null }) : reply.redirect(`${place.path}?done=${action}`, 303)
}

const fieldsOf = ({ body }: FastifyRequest): Record<string, string> => (body instanceof URLSearchParams ? Object.fromEntries(body) : {})

/** A license as typed into the form. */
function typedAs({ license_id, ...license }: OwnLicenses['licenses'][number]): Record<string, string> {
  const { license_type, license_state, license_number, expires_on, is_multistate, is_in_progress, privileges, authorization } = license
  return {
    edited: String(license_id),
    license_type,
    license_state,
    license_number: license_number ?? '',
    expires_on: expires_on ?? '',
    is_multistate: is_multistate ? 'yes' : '',
    is_in_progress: is_in_progress ? 'yes' : '',
    privileges: privileges.join(', '),
    authorization: authorization ?? '',
  }
}

/** Returns the whole list with this form's change applied. Throws 409 if the change is to a license that's no longer listed. */
function listAfter(action: string, fields: Record<string, string>, { licenses, ...now }: OwnLicenses): LicenseList {
  if (action === 'remove') return tryParse({ ...now, licenses: licenses.filter((license) => license.license_id !== Number(fields['license_id'])) })
  const holder = { home_state: homeOf(fields, now), moved_on: fields['moved_on'] || null, npi: fields['npi'] }
  if (action === 'add') return tryParse({ ...holder, licenses: [...licenses, entryOf(fields)] })
  if (action !== 'change') return tryParse({ ...holder, licenses })
  const edited = Number(fields['edited'])
  if (!licenses.some((license) => license.license_id === edited)) throw new HttpError(409, 'This license is no longer listed.')
  return tryParse({ ...holder, licenses: licenses.map((license) => (license.license_id === edited ? entryOf(fields) : license)) })
}

function homeOf({ home_state }: Record<string, string>, now: Pick<OwnLicenses, 'home_state'>): string | null {
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

/** Messages shown instead of "Invalid option", by form field. */
const REQUIRED_MESSAGES: Record<string, string> = {
  home_state: 'Choose your legal home state.',
  license_type: 'Choose the type of license.',
  license_state: 'Choose the state that issued the license.',
  privileges: 'Enter privileges as two-letter state codes, such as OH, UT.',
}

function tryParse(list: unknown): LicenseList {
  const result = LicenseList.safeParse(list)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  const field = path.findLast((one) => typeof one === 'string')
  const words = REQUIRED_MESSAGES[String(field)] ?? `${message}.`.replace('..', '.')
  throw new HttpError(422, words, { errors: [{ path: String(field), message: words }] })
}

type ViewContext = { place: Place } & Partial<Pick<LicensesView, 'done' | 'refusal' | 'wrong' | 'typed'>>

async function show({ services, pages }: Context, reply: FastifyReply, { place, ...shown }: ViewContext): Promise<FastifyReply> {
  const { path, back } = place
  const initialForm = { done: null, refusal: null, wrong: null, typed: {} }
  const view = {
    page: 'licenses' as const,
    ...(await place.asked()),
    given: await place.read(),
    path,
    back,
    carried: place.carried(),
    ...initialForm,
    ...shown,
  }
  return sendPage(reply, await pages.render(view, await readSite(services)), reply.statusCode)
}

/**
 * Lists licenses before the application is submitted, without JavaScript. Following a link would lose what's typed into the form, and nothing is
 * stored before submission, so each page carries the answers and the list, and returns both to the form.
 */
function listBeforeSending(scope: AppContext['app'], desk: Context): void {
  scope.get('/roles/:id/list-licenses', HIDDEN, async (request: Visit, reply) => reply.redirect(`/roles/${request.params.id}/apply`, 303))
  scope.get('/roles/:id/list-licenses/:action', HIDDEN, async (request: Visit, reply) => reply.redirect(`/roles/${request.params.id}/apply`, 303))
  scope.post('/roles/:id/list-licenses', HIDDEN, async (request: Visit, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const questions = await listAskedQuestions(desk.services.db, idOf(request))
    const carried = { answers: fieldsAsJson(form), licenses: listedLicenses(questions, valuesOf(questions, form)), via: readVia(request) ?? '' }
    return show(desk, reply, { place: carriedPlace(desk.services, idOf(request), carried) })
  })
  scope.post('/roles/:id/list-licenses/:action', HIDDEN, async (request: Visit, reply) => {
    const { answers = '{}', licenses = '', via = '' } = fieldsOf(request)
    return handlePost(desk, { request, reply }, carriedPlace(desk.services, idOf(request), { answers, licenses, via }))
  })
}

function carriedPlace({ db }: Services, role_id: number, carried: NonNullable<LicensesView['carried']>): Place {
  let list = parseList(carried.licenses)
  return {
    path: `/roles/${role_id}/list-licenses`,
    back: { path: `/roles/${role_id}/form`, label: 'Back to your application' },
    async asked() {
      const role = await findOpenRole(db, role_id)
      return { function_role_name: role?.function_role_name ?? 'This role', role_states: role?.license_states ?? [] }
    },
    read: async () => presentUnsaved(list),
    save: async (next) => void (list = next),
    carried: () => ({ ...carried, licenses: list ? JSON.stringify(list) : '' }),
  }
}
