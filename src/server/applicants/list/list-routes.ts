import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  describeExport as describeExportCall,
  exportShownApplicants,
  type DecisionSummary,
  listReview as listReviewCall,
  listReviewRows as listReviewRowsCall,
  MAX_LIST_ROWS,
} from '#contract/applicants/applicant-list.ts'
import { csvFileName, exportApplicants, listApplicants as listApplicantsCall } from '#contract/applicants/applicants.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findListPosition, hasRole, listVisibleIds, type Filter } from './list-store.ts'
import { listExported, listReview, listReviewRows } from './list-review.ts'
import { viewerOf } from '#server/people/view-of.ts'
import { recordList } from '#server/applicants/one/record-reveal.ts'
import { streamApplicants, listPage, describeCsv, streamCsv } from './stream-list.ts'

type Export = { filter: Filter; identifiable: boolean; user_session_ids?: number[]; decided?: DecisionSummary | undefined }

export function listRoutes(context: AppContext): void {
  const { db, env } = context.services

  exportRoutes(context)

  answer(context, listApplicantsCall, async ({ input, caller, reply }) => {
    const filter = filterOf(env, input, caller)
    await rejectUnknownRole(db, filter)
    if (input.limit === undefined) {
      if (input.identifiable) await recordList(db, caller, 'applicants.revealed', { ...filter, identifiable: true })
      return sendPieces(reply, 'application/json; charset=utf-8', streamApplicants(db, filter, viewerOf(env, input)))
    }

    const after = input.cursor === undefined ? null : await findListPosition(db, { user_session_id: input.cursor, scope: caller.scope })
    if (input.cursor !== undefined && !after) throw new HttpError(404, "That page doesn't exist.")
    const page = await listPage(db, filter, { after, limit: input.limit, viewer: viewerOf(env, input) })
    await recordShown(caller, input, { ...filter, shown: page.applicants })
    if (page.next !== null) reply.header('link', `<${env.BASE_URL}${nextPath(filter, { ...input, limit: input.limit }, page.next)}>; rel="next"`)
    return page.applicants
  })

  answer(context, listReviewCall, async ({ input, caller }) => {
    const filter = filterOf(env, input, caller)
    await rejectUnknownRole(db, filter)
    const list = await listReview(db, requestOf(env, input, { filter, caller }))
    await recordShown(caller, input, { ...filter, shown: list.rows })
    return list
  })

  answer(context, listReviewRowsCall, async ({ input, caller }) => {
    const rows = await listReviewRows(db, { ids: input.ids, scope: caller.scope }, { ...input, viewer: viewerOf(env, input), time_zone: env.TIME_ZONE })
    await recordShown(caller, input, { ...filterOf(env, input, caller), shown: rows })
    return rows
  })

  /** Records the applicants that a list is about to show with names. */
  async function recordShown(caller: StaffCaller, { identifiable }: { identifiable: boolean }, { shown, ...filter }: Filter & Shown): Promise<void> {
    const ids = shown.map((one) => one.user_session_id)
    if (identifiable) await recordList(db, caller, 'applicants.revealed', { ...filter, ids, identifiable })
  }
}

type Shown = { shown: { user_session_id: number }[] }

function exportRoutes(context: AppContext): void {
  const { db, env, limits } = context.services

  answer(context, exportApplicants, ({ input, caller, reply }) =>
    sendCsv(reply, caller, { filter: filterOf(env, input, caller), identifiable: input.identifiable, ...(input.ids && { user_session_ids: input.ids }) }),
  )

  answer(context, exportShownApplicants, async ({ input, caller, reply }) => {
    const filter = filterOf(env, input, caller)
    const user_session_ids = input.ids ?? (await listExported(db, requestOf(env, input, { filter, caller }))).ids
    return sendCsv(reply, caller, { filter, identifiable: input.identifiable, user_session_ids, decided: input.decided })
  })

  answer(context, describeExportCall, async ({ input: { with_names, ...input }, caller }) => {
    const requested = { ...input, identifiable: with_names }
    const filter = filterOf(env, requested, caller)
    await rejectUnknownRole(db, filter)
    const { ids, is_cut } = input.ids ? { ids: input.ids, is_cut: false } : await listExported(db, requestOf(env, requested, { filter, caller }))
    return { ...(await describeCsv(db, filter, { viewer: viewerOf(env, requested), user_session_ids: ids, decided: input.decided })), is_cut }
  })

  async function sendCsv(reply: FastifyReply, caller: StaffCaller, { filter, identifiable, user_session_ids, decided }: Export): Promise<FastifyReply> {
    await rejectUnknownRole(db, filter)
    await limits.take('export', String(caller.staff_account_id))
    // Longer files are recorded by their filter.
    const isShort = user_session_ids && user_session_ids.length <= MAX_LIST_ROWS
    const ids = isShort ? await listVisibleIds(db, { ids: user_session_ids, scope: filter.scope }) : undefined
    await recordList(db, caller, 'applicants.exported', { ...filter, identifiable, ...(ids && { ids }) })
    reply.header('content-disposition', `attachment; filename="${csvFileName(new Date())}"`)
    const viewer = viewerOf(env, { identifiable })
    return sendPieces(reply, 'text/csv; charset=utf-8', streamCsv(db, filter, { viewer, decided, ...(user_session_ids && { user_session_ids }) }))
  }
}

async function rejectUnknownRole(db: Db, { roleId, scope }: Filter): Promise<void> {
  if (roleId !== 'all' && !(await hasRole(db, roleId, scope))) throw new HttpError(404, 'Role not found')
}

function requestOf<Input extends { identifiable: boolean }>(env: Env, input: Input, { filter, caller }: { filter: Filter; caller: StaffCaller }) {
  return { ...input, ...filter, viewer: viewerOf(env, input), staff_account_id: caller.staff_account_id }
}

type Params = {
  identifiable: boolean
  roleId: number | 'all'
  days_ago: number
  since?: string | undefined
  ref_application_status_id?: number | 'all' | '' | undefined
  ids?: number[] | undefined
}

function filterOf({ TIME_ZONE }: Env, { roleId, days_ago, since, ref_application_status_id, identifiable, ids }: Params, { scope }: StaffCaller): Filter {
  const order = { time_zone: TIME_ZONE, isBlind: !identifiable }
  return { roleId, days_ago, since, ref_application_status_id: ref_application_status_id || 'all', scope, order, ...(ids && { ids: [...new Set(ids)] }) }
}

/** The cursor is an ID, because a date would reveal what's hidden. */
function nextPath(filter: Filter, { identifiable, limit }: { identifiable: boolean; limit: number }, cursor: number): string {
  const query = new URLSearchParams({ days_ago: String(filter.days_ago), identifiable: String(identifiable), limit: String(limit), cursor: String(cursor) })
  if (filter.since) query.set('since', filter.since)
  if (filter.ref_application_status_id !== 'all') query.set('ref_application_status_id', String(filter.ref_application_status_id))
  return `${listApplicantsCall.path.replace('{roleId}', String(filter.roleId))}?${query}`
}

/** Streams pieces as they arrive. Waits for the first one, so an earlier error can still get an error response. */
async function sendPieces(reply: FastifyReply, type: string, pieces: AsyncGenerator<string>): Promise<FastifyReply> {
  const first = await pieces.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* pieces
  }
  return reply.type(type).send(Readable.from(all(), { objectMode: false, highWaterMark: 1 }))
}
