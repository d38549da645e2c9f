import { roleClosedText, STAGE_LABELS, type OwnApplication } from '#contract/candidate/candidate.ts'
import { checklistOf, type Checklist } from '#contract/candidate/checklist.ts'
import type { OwnSuggestion } from '#contract/candidate/suggestions.ts'
import type { PageView } from '#contract/pages.ts'
import { plainLetterhead } from '#server/mail/layout.ts'
import { bookingEmail, preferencesAnswerEmail } from '#server/scheduling/notifications/emails.ts'
import type { BookingRow } from '#server/scheduling/store.ts'
import { ask, ROLE } from '#test/setup/public-pages.tsx'

const SUGGESTION: OwnSuggestion = {
  role_suggestion_id: 3,
  ref_function_role_id: 8,
  function_role_name: 'Night Nurse',
  state: 'open',
  answer_until: '2026-01-19T10:00:00.000Z',
  is_accepting: true,
  questions: [ask('why_nights', 'Extended Open Text Box')],
}
export const OWN: OwnApplication = {
  user_session_id: 7,
  reference: 'CDFGHJKM',
  function_role_name: ROLE.function_role_name,
  stage: 'received',
  stage_text: STAGE_LABELS.received.next,
  applied_at: '2026-01-05T10:00:00.000Z',
  reply_by: '2026-01-19T10:00:00.000Z',
  actions: ['resume', 'contact', 'accommodation', 'no-drafts', 'withdraw', 'export', 'erasure'],
  earlier_contact: null,
  earlier_contacts: [],
  earlier_resume_at: null,
  accommodation_asked_at: null,
  hiring_lead_name: 'The lead',
  hiring_lead_email: 'lead@meridianhealth.example',
  first_name: 'Ada',
  last_name: 'Archer',
  email: 'ada@example.com',
  pending_email: null,
  linkedin_profile_url: null,
  has_resume: false,
  no_drafts: false,
  undo_until: null,
  erasure_due_at: null,
  keep_until: '2999-01-05T10:00:00.000Z',
  suggestions: [SUGGESTION, { ...SUGGESTION, role_suggestion_id: 4, state: 'no' }],
  answers: [],
  emails: [],
  checklist: null,
  interviews: [],
}

const AT = { starts_at: '2999-01-05T15:00:00.000Z', ends_at: '2999-01-05T15:45:00.000Z' }
const WHERE = { where: { kind: 'video' as const, text: null }, where_text: 'Video: the link follows by Monday, January 4', candidate_text: '' }
const CHECKLISTS = ([['booked'], ['held'], ['booked', 'held', 'to-pick']] as const).map((states) =>
  checklistOf(
    {
      time_zone: 'UTC',
      pick_until: Date.parse('2999-01-01T00:00:00Z'),
      parts: states.map((_, at) => ({ ref_interview_id: at, interview_name: `Interview ${at}` })),
      slots: states.flatMap((state, at) =>
        state === 'to-pick'
          ? []
          : [
              {
                ref_interview_id: at,
                interview_name: `Interview ${at}`,
                interview_booking_id: at,
                state,
                ...AT,
                held_until: state === 'held' ? AT.starts_at : null,
              },
            ],
      ),
    },
    Date.parse('2998-01-01T00:00:00Z'),
  ),
)

function ownTimes(checklist: Checklist, is_away: boolean): PageView & { page: 'own-times' } {
  const interviews = checklist.items.map(({ state, ref_interview_id, interview_name }) => ({
    ref_interview_id,
    interview_name,
    minutes: 45,
    ...WHERE,
    booking: state === 'to-pick' ? null : { ...AT, state, held_until: state === 'held' ? AT.starts_at : null, interviewer_name: 'Ambrose', join_url: null },
    can_change: state !== 'booked' || is_away,
    has_begun: false,
    is_over: false,
    can_undo: state === 'booked',
    undo_starts_at: state === 'booked' ? '2026-01-12T15:00:00.000Z' : null,
    free: is_away ? [] : [AT.starts_at],
  }))
  const asked = { preferences: 'Afternoons.', preferences_answer: is_away ? 'Yes.' : null }
  const times = { user_session_id: 7, time_zone: 'UTC', is_zone_known: !is_away, one_day: true, interviews, checklist, ...asked, is_away }
  const view = { function_role_name: 'Night Nurse', hiring_lead_email: OWN.hiring_lead_email, zones: ['UTC'], done: null, refusal: null, is_unfit_open: false }
  return { page: 'own-times', ...view, times, chosen: { ref_interview_id: null, day: null } }
}

/** One application for each stage that the candidate's page can show. */
const APPLICATIONS_BY_STAGE: OwnApplication[] = [
  ...CHECKLISTS.map((checklist) => ({ ...OWN, stage: 'interviews' as const, stage_text: checklist.summary, checklist })),
  { ...OWN, stage: 'withdrawn', stage_text: STAGE_LABELS.withdrawn.next, actions: ['undo-withdraw'], undo_until: AT.starts_at },
  ...[{ undo_until: AT.starts_at, stage: 'withdrawn' as const }, OWN].map((one) => ({ ...OWN, ...one, stage_text: roleClosedText(one, 'January 6, 2026')! })),
  ...(['in-review', 'closed', 'hired'] as const).map((stage) => ({ ...OWN, stage, stage_text: STAGE_LABELS[stage].next })),
]
const BOOKING: BookingRow = {
  interview_booking_id: 1,
  user_session_id: 7,
  ref_interview_id: 1,
  interview_name: 'Interview A',
  ref_interviewer_id: 1,
  interviewer_name: 'Ambrose',
  interviewer_names: 'Ambrose',
  expected_names: 'Ambrose',
  expected_to_come: 'Ambrose',
  other_interviewers: [],
  beside_id: null,
  interviewer_email: 'ambrose@meridianhealth.example',
  buffer_minutes: 0,
  state: 'booked',
  held_until: null,
  uid: 'x',
  sequence: 0,
  join_url: null,
  is_undoable: false,
  interviewer_answer: null,
  proposed_at: null,
  marked_as: null,
  replaces_id: null,
  calendar_id: null,
  declined_by: [],
  stands_in_for: null,
  email_ids: [],
  before_change: null,
  interviewer_answered_at: null,
  marked_at: null,
  has_started: false,
  is_over: false,
  is_changeable: true,
  ...AT,
  ...WHERE,
}
const LICENSE = {
  license_id: 1,
  license_type: 'RN',
  license_state: 'TX',
  license_number: null,
  is_multistate: true,
  expires_on: null,
  is_in_progress: false,
  privileges: [],
  authorization: null,
  is_expired: false,
}
const GIVEN = { home_state: 'TX', moved_on: null, npi: null }

/** The pages candidates see after applying. */
export function pagesAfterApplying(is_kept: boolean): PageView[] {
  const own = { page: 'own-page' as const, wants_updates: true, is_kept, done: null, refusal: null, failed: null }
  const form = { done: null, refusal: null, wrong: null, typed: {}, carried: null }
  const licenses = { function_role_name: 'Night Nurse', role_states: ['TX'], back: { path: '/', label: 'Back' }, path: '/licenses', ...form }
  const listed = { ...GIVEN, licenses: [LICENSE] }
  const requests = [{ message: 'Captions, please.', created_at: AT.starts_at }]
  return [
    { page: 'correct-email', role: ROLE, email: 'ada@example.com', refusal: null },
    { page: 'role-not-found' },
    ...[true, false].map((is_open) => ({ page: 'licenses' as const, ...licenses, given: { ...listed, is_open } })),
    { ...own, applications: APPLICATIONS_BY_STAGE },
    ...CHECKLISTS.flatMap((checklist) => [true, false].map((is_away) => ownTimes(checklist, is_away))),
    { ...ownTimes(CHECKLISTS[0]!, false), times: null },
    {
      page: 'own-export',
      application: { ...APPLICATIONS_BY_STAGE[0]!, earlier_contact: null },
      exported_at: AT.starts_at,
      resumes: [{ uploaded_at: AT.starts_at, size_bytes: 1, replaced_at: null }],
      licenses: { ...GIVEN, licenses: [{ ...LICENSE, is_removed: false, checks: [] }] },
      accommodation_requests: requests,
    },
    { page: 'confirm-address' },
    ...[null, 'emails about other roles'].flatMap((what) => [true, false].map((isDone) => ({ page: 'unsubscribe' as const, what, isDone }))),
  ]
}

/** The emails candidates get about their interviews. */
export function interviewEmails(env: Parameters<typeof plainLetterhead>[0]) {
  const desk = { ...plainLetterhead(env), MAIL_FROM: 'Careers <careers@meridianhealth.example>' }
  const candidate = { ...OWN, email: 'ada@example.com' }
  const kinds = ['booked', 'moved', 'place', 'canceled', 'reminder', 'interviewer'] as const
  return [
    ...kinds.map((kind) =>
      bookingEmail(desk, kind, {
        booking: BOOKING,
        candidate,
        to: 'candidate',
        time_zone: 'UTC',
        own_url: 'https://careers.example/x',
        left: CHECKLISTS[0]!.summary,
      }),
    ),
    preferencesAnswerEmail(desk, candidate, { answer: 'Yes.', link: 'https://careers.example/x' }),
  ]
}
