import { STAGE_LABELS } from '#contract/candidate/candidate.ts'
import * as lists from '#contract/licenses/law-and-lists.ts'
import * as calls from '#contract/licenses/licenses.ts'
import { readRoleCoverage } from '#contract/licenses/role-coverage.ts'
import { coverageOf } from '#contract/licenses/coverage.ts'
import { findLicenseStates } from '#server/applicants/licenses/license-store.ts'
import { coverageOfRole, membershipsNow } from '#server/applicants/licenses/licenses-of.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { readOwn } from '#server/candidate/own-applications.ts'
import { guardOwnCalls, ownOf } from '#server/candidate/routes.ts'
import { sendPdf } from '#server/applicants/one/file-routes.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { receiveUpload } from '#server/http/uploads.ts'
import { closeMatch, listMatches, uploadExclusions } from './exclusions.ts'
import { addMembership, listMemberships } from './memberships.ts'
import { presentOwnLicenses, readApplicantLicenses } from './read-licenses.ts'
import { wrongBrowserError, saveLicenses, saveOwnLicenses } from './save-licenses.ts'
import { verifyLicense, askForLicenses, attachPdf, readPdf } from './verify-license.ts'

export async function licensesRoutes(context: AppContext): Promise<void> {
  const { services } = context
  answer(context, calls.readApplicantLicenses, ({ input: { id, identifiable }, caller }) =>
    readApplicantLicenses(services, caller, { user_session_id: id, identifiable }),
  )
  answer(context, calls.computeCoverage, async ({ input }) => coverageOf(input, await membershipsNow(services.db)))
  answer(context, readRoleCoverage, async ({ input: { id }, caller: { scope } }) => {
    const role_states = await findLicenseStates(services.db, id, scope)
    if (role_states === null) throw new HttpError(404, 'Role not found')
    return coverageOfRole(services.db, { ref_function_role_id: id, role_states, time_zone: services.env.TIME_ZONE })
  })
  answer(context, calls.verifyLicense, ({ input, caller }) => verifyLicense(services, caller, input))
  answer(context, calls.askForLicenses, ({ input, caller }) => askForLicenses(services, caller, input))
  pdfRoutes(context)
  listRoutes(context)
  await context.app.register(async (scope) => {
    // Runs before the body is read: a browser without an application has nothing to change.
    scope.addHook('onRequest', async (request) => {
      if (applicationCookies(request).length === 0) throw wrongBrowserError()
    })
    answer({ ...context, app: scope }, calls.saveLicenses, async ({ input: { user_session_id, ...list }, caller, request }) => {
      await services.limits.take('submit-answers', caller.ip)
      return saveLicenses(services, { cookies: applicationCookies(request), user_session_id }, list)
    })
  })
  await context.app.register(async (scope) => {
    guardOwnCalls(scope, services)
    ownRoutes({ ...context, app: scope })
  })
}

function ownRoutes(context: AppContext): void {
  const { services } = context
  answer(context, calls.readOwnLicenses, async ({ input, request }) => {
    const own = ownOf(request.applicant!, input.id)
    const { stage } = await readOwn(services.db, own.email_key, own.user_session_id)
    return presentOwnLicenses(services.db, own.user_session_id, STAGE_LABELS[stage].isOpen)
  })
  answer(context, calls.saveOwnLicenses, ({ input: { id, ...list }, request }) => saveOwnLicenses(services, ownOf(request.applicant!, id), list))
}

function pdfRoutes(context: AppContext): void {
  const { services } = context
  answer(context, calls.attachLicensePdf, async ({ input: { verification_id }, caller, request }) => {
    await services.limits.take('upload-picture', String(caller.staff_account_id))
    const expected = {
      field: 'pdf',
      largest: calls.MAX_LICENSE_PDF_BYTES,
      folder: services.env.DATA_DIR,
      admit: async () => [`account ${caller.staff_account_id}`],
    }
    return receiveUpload(request, expected, ({ file }) => attachPdf(services, caller, { verification_id, file }))
  })
  answer(context, calls.readLicensePdf, async ({ input: { verification_id }, caller, reply }) => {
    const content = await readPdf(services, caller, verification_id)
    return sendPdf(reply, { content, filename: `license-check-${verification_id}.pdf` })
  })
}

function listRoutes(context: AppContext): void {
  const { services } = context
  answer(context, lists.listCompacts, () => listMemberships(services.db))
  answer(context, lists.addCompact, ({ input, caller }) => addMembership(services, caller, input))
  answer(context, lists.loadExclusions, async ({ caller, request }) => {
    await services.limits.take('upload-picture', String(caller.staff_account_id))
    const expected = { field: 'list', largest: lists.MAX_EXCLUSIONS_BYTES, folder: services.env.DATA_DIR, admit: async () => ['the exclusion list'] }
    return receiveUpload(request, expected, (upload) => uploadExclusions(services, caller, upload))
  })
  answer(context, lists.listExclusionMatches, ({ caller }) => listMatches(services, caller))
  answer(context, lists.closeExclusionMatch, ({ input, caller }) => closeMatch(services, caller, input))
}
