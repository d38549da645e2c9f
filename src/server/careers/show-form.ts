import type { FastifyReply, FastifyRequest } from 'fastify'
import { purposeHash } from '#server/http/keys.ts'
import { SESSION_EXPIRED } from '#contract/pages.ts'
import { hasSeenCookie } from '#server/applications/cookie.ts'
import { draftCookie } from '#server/applications/drafts/draft-cookie.ts'
import { findDraft, type DraftAnswers } from '#server/applications/drafts/draft-store.ts'
import { listLicenseNames } from '#server/applications/store.ts'
import { sendCached } from '#server/http/cache/page-cache.ts'
import { HttpError } from '#server/http/http-error.ts'
import { sendPage } from '#server/http/pages.ts'
import { isPreviewKey } from '#server/roles/edited-role.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import type { ReturnedForm } from './pages/returned-form.ts'
import { takeFlash } from './flash.ts'
import { askIdentity, findOwnApplication, isStillHere, outcomeOf, type Visit } from './own-application.ts'

/** A form restored by the Back button may have been submitted since, so it's always reloaded. */
const NOT_STORED = 'private, no-store'
const STILL_SAFE = 'Any answers you already sent are safe.'

/** Shows the form. Loading it writes nothing: the application is created by the script, or by submitting the form. */
export async function showForm(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const { id, request, reply } = visit
  const flash = takeFlash(request, reply, services)
  const refusal = flash?.kind === 'refused' ? wordsFor(flash.message) : null
  const own = await findOwnApplication(services.db, request, id)
  const { has_applied, withdrawn_at } = outcomeOf(own)
  const isSent = has_applied || withdrawn_at !== null
  if (isSent && !isStillHere(services, visit)) return askIdentity(pages, visit, 'apply')
  const draft = has_applied ? null : await draftOf(services, visit)
  const via = await pages.viaOf(id, readVia(request))
  const listed = own && !isSent && hasSeenCookie(request, services) ? await listLicenseNames(services.db, own.user_session_id) : []
  if (!refusal && !isSent && !draft && listed.length === 0) return sendCached(request, reply, await pages.apply(id, via), NOT_STORED)
  const page = await pages.returnedForm(await pages.formContent(id), { refusal, has_applied, withdrawn_at, via, listed, ...draft })
  return sendPage(reply.header('cache-control', NOT_STORED), page)
}

/** Returns the `via` in this URL, as requested. */
export function readVia({ query }: FastifyRequest): string | null {
  const { via } = query as { via?: unknown }
  return typeof via === 'string' && via !== '' ? via.slice(0, 40) : null
}

/** Shows a draft to anyone with its link; once the role is published, the link redirects to its page. */
export async function showPreview({ keys }: Services, pages: CareersPages, { id, request, reply }: Visit): Promise<FastifyReply> {
  const { key } = request.params as { key: string }
  if (id === 0 || !isPreviewKey(keys, id, key)) throw new HttpError(404, 'Role not found')
  const page = await pages.draftPage(id)
  reply.header('cache-control', NOT_STORED)
  return page ? sendPage(reply.header('x-robots-tag', 'noindex'), page) : reply.redirect(`/roles/${id}`, 303)
}

/** Returns the answers in the draft whose link this browser opened. */
async function draftOf({ db, env }: Services, { id, request }: Visit) {
  const key = draftCookie(request, env, id)
  const draft = key ? await findDraft(db, purposeHash('draft', key)) : null
  if (draft?.ref_function_role_id !== id) return null
  const { answers, saved_at, other } = draft
  return { ...shownDraft(answers), saved: { saved_at, has_other: other !== null, is_chosen: false } }
}

export function shownDraft(draft: DraftAnswers): Pick<ReturnedForm, 'values' | 'edits'> {
  const answers = Object.entries(draft)
  return {
    values: Object.fromEntries(answers.map(([name, { answer }]) => [name, answer])),
    edits: Object.fromEntries(answers.map(([name, { edited_at }]) => [name, edited_at])),
  }
}

function wordsFor(message: string): string {
  return message === SESSION_EXPIRED ? `${SESSION_EXPIRED} ${STILL_SAFE}` : message
}
