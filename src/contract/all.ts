import * as findApplicants from './applicants/find-applicants.ts'
import * as applicantList from './applicants/applicant-list.ts'
import * as applicants from './applicants/applicants.ts'
import * as history from './applicants/history.ts'
import * as applications from './applications/applications.ts'
import * as auditTrail from './audit-trail.ts'
import * as auth from './auth/auth.ts'
import * as brand from './brand/brand.ts'
import * as candidate from './candidate/candidate.ts'
import * as candidateFeedback from './candidate/candidate-feedback.ts'
import * as candidateRequests from './candidate/candidate-requests.ts'
import * as candidateEmails from './candidate/candidate-emails.ts'
import * as drafts from './candidate/drafts.ts'
import * as dashboard from './dashboard.ts'
import * as careers from './careers.ts'
import type { Endpoint } from './endpoint.ts'
import * as feedback from './feedback.ts'
import * as figures from './figures/figures.ts'
import * as interviewers from './interviewers.ts'
import * as interviewDesk from './interview-desk.ts'
import * as interviews from './interviews.ts'
import * as lawAndLists from './licenses/law-and-lists.ts'
import * as licenses from './licenses/licenses.ts'
import * as roleCoverage from './licenses/role-coverage.ts'
import * as moves from './applicants/moves.ts'
import * as packet from './packet/packet.ts'
import * as questions from './questions/questions.ts'
import * as roleLinks from './role-links.ts'
import * as rolePlan from './scheduling/role-plan.ts'
import * as roleQuestions from './questions/role-questions.ts'
import * as passkeys from './auth/passkeys.ts'
import * as person from './applicants/person.ts'
import * as promise from './applicants/promise.ts'
import * as protectedPdf from './protected-pdf.ts'
import * as redFlagMarks from './red-flags/red-flag-marks.ts'
import * as redFlags from './red-flags/red-flags.ts'
import * as roles from './roles.ts'
import * as savedViews from './applicants/saved-views.ts'
import * as sessions from './auth/sessions.ts'
import * as singleSignOn from './auth/single-sign-on.ts'
import * as manualBooking from './scheduling/manual-booking.ts'
import * as ownTimes from './scheduling/own-times.ts'
import * as scheduling from './scheduling/scheduling.ts'
import * as signingKeys from './signing-keys.ts'
import * as snippets from './templates/snippets.ts'
import * as staff from './staff/staff.ts'
import * as replacing from './staff/replacement.ts'
import * as team from './staff/team.ts'
import * as statuses from './statuses/statuses.ts'
import * as prospects from './candidate/prospects.ts'
import * as roleUpdates from './candidate/role-updates.ts'
import * as suggestions from './candidate/suggestions.ts'
import * as templatePreview from './templates/preview.ts'
import * as templates from './templates/templates.ts'
import * as collaboration from './applicants/collaboration.ts'
import * as versions from './versions.ts'

const DOMAINS = [
  brand,
  auth,
  singleSignOn,
  sessions,
  passkeys,
  roles,
  staff,
  replacing,
  team,
  auditTrail,
  questions,
  roleQuestions,
  roleLinks,
  templates,
  templatePreview,
  snippets,
  interviews,
  interviewers,
  applications,
  careers,
  statuses,
  applicants,
  history,
  findApplicants,
  applicantList,
  moves,
  person,
  promise,
  candidate,
  drafts,
  candidateEmails,
  candidateRequests,
  candidateFeedback,
  suggestions,
  roleUpdates,
  prospects,
  savedViews,
  collaboration,
  versions,
  licenses,
  roleCoverage,
  lawAndLists,
  scheduling,
  manualBooking,
  rolePlan,
  ownTimes,
  feedback,
  interviewDesk,
  redFlags,
  redFlagMarks,
  packet,
  signingKeys,
  protectedPdf,
  figures,
  dashboard,
]

const NAMED = DOMAINS.flatMap((domain) => Object.entries(domain as Record<string, unknown>).filter(isNamedEndpoint))

/** Every call in the product; the app mounts exactly these. */
export const ALL: Endpoint[] = NAMED.map(([, endpoint]) => endpoint)
/** Each call's name in the code and in generated clients. */
export const NAMES: ReadonlyMap<Endpoint, string> = new Map(NAMED.map(([name, endpoint]) => [endpoint, name]))

function isNamedEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, one] = entry
  return typeof one === 'object' && one !== null && 'who' in one && 'method' in one && 'path' in one
}
