import type { ShippedPurpose } from '../templates/purposes.ts'

export type StatusId = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14

export type Badge = 'approved' | 'pending' | 'rejected' | 'waiting'

/** The stages of an application, in order; reaching one implies reaching all before it. */
export const STAGES = ['submitted', 'looked-at', 'panel', 'offer', 'accepted'] as const
export type Stage = (typeof STAGES)[number]

/** The stages' display names. */
export const STAGE_NAMES: Record<Stage, string> = {
  submitted: 'Applied',
  'looked-at': 'Looked at',
  panel: 'Interviewing',
  offer: 'Offered',
  accepted: 'Accepted',
}

/** What candidates see on their own page, in their words. */
export const CANDIDATE_STAGES = ['received', 'in-review', 'interviews', 'closed', 'hired', 'withdrawn'] as const
export type CandidateStage = (typeof CANDIDATE_STAGES)[number]

/** How a decision turned out, for retrospective reports; several statuses can share an outcome. */
export const OUTCOMES = ['rejected', 'invited', 'closed', 'declined', 'accepted', 'withdrawn'] as const

export type StatusMeaning = {
  application_status: string
  application_status_description: string
  badge: Badge
  /** A final decision: only undoing it in time can change it. */
  isFinal: boolean
  /** Becomes final once the candidate has been emailed. */
  isFinalOnceEmailed: boolean
  /** The email its dialog offers. */
  offers: ShippedPurpose | null
  /** How it works in the dropdown: `asks` opens a dialog first, `at-once` doesn't; `absent` can't be set manually. */
  inDropdown: 'asks' | 'at-once' | 'absent'
  /** The furthest stage this status implies, for charts; null if not submitted yet. */
  stage: Stage | null
  /** Days in this status before an applicant is overdue; null if no one has to act. */
  ageingDays: number | null
  /** `once-emailed`: until the email has been sent, candidates still see the previous stage. */
  candidateSees: { stage: CandidateStage; when: 'at-once' | 'once-emailed' }
  /** Whether the candidate is waiting to hear from us. */
  owesReply: 'yes' | 'until-emailed' | 'no'
  /** No decision has been made, so the candidate can still replace the resume. */
  isUndecided: boolean
  /** The outcome of changing to this status; null if it isn't a decision. */
  outcome: (typeof OUTCOMES)[number] | null
  /** Interviewers can open feedback on applicants in this status. */
  takesFeedback: boolean
  /** Ended without a hire: subject to retention. */
  isUnsuccessful: boolean
}

const IN_PROGRESS = { isFinal: false, isFinalOnceEmailed: false, isUnsuccessful: false } as const
const ENDED = { isFinal: true, isFinalOnceEmailed: false, ageingDays: null, isUndecided: false, takesFeedback: false, isUnsuccessful: true } as const
const REJECTED_LATE = {
  ...ENDED,
  badge: 'rejected',
  outcome: 'rejected',
  inDropdown: 'asks',
  stage: 'panel',
  candidateSees: { stage: 'closed', when: 'once-emailed' },
  owesReply: 'until-emailed',
} as const

/** Everything that depends on a status. The server, the browser and SQL use this table and never compare status numbers. */
export const STATUS_MEANINGS = {
  1: {
    ...IN_PROGRESS,
    application_status: 'Started (not submitted yet)',
    application_status_description: 'The form was opened; nothing has been sent yet.',
    badge: 'waiting',
    outcome: null,
    offers: null,
    inDropdown: 'absent',
    stage: null,
    ageingDays: null,
    candidateSees: { stage: 'received', when: 'at-once' },
    owesReply: 'no',
    isUndecided: false,
    takesFeedback: false,
  },
  2: {
    ...IN_PROGRESS,
    application_status: 'Proceed to Panel Interview',
    application_status_description: 'Invited to Interviews A, B and C.',
    badge: 'approved',
    outcome: 'invited',
    offers: 'invitation',
    inDropdown: 'asks',
    stage: 'panel',
    ageingDays: 14,
    candidateSees: { stage: 'interviews', when: 'once-emailed' },
    owesReply: 'yes',
    isUndecided: false,
    takesFeedback: true,
  },
  3: {
    ...ENDED,
    isFinal: false,
    isFinalOnceEmailed: true,
    application_status: 'Rejected Before Panel',
    application_status_description: 'Rejected based on the written application, before any interview.',
    badge: 'rejected',
    outcome: 'rejected',
    offers: 'rejection',
    inDropdown: 'at-once',
    stage: 'looked-at',
    candidateSees: { stage: 'closed', when: 'once-emailed' },
    owesReply: 'until-emailed',
  },
  4: {
    ...IN_PROGRESS,
    application_status: 'Under Review',
    application_status_description: 'Read once and set aside for a second look.',
    badge: 'pending',
    outcome: null,
    offers: null,
    inDropdown: 'at-once',
    stage: 'looked-at',
    ageingDays: 7,
    candidateSees: { stage: 'in-review', when: 'at-once' },
    owesReply: 'yes',
    isUndecided: true,
    takesFeedback: false,
  },
  5: {
    ...IN_PROGRESS,
    application_status: 'Submitted',
    application_status_description: 'Received and waiting for a first read.',
    badge: 'waiting',
    outcome: null,
    offers: null,
    inDropdown: 'absent',
    stage: 'submitted',
    ageingDays: 7,
    candidateSees: { stage: 'received', when: 'at-once' },
    owesReply: 'yes',
    isUndecided: true,
    takesFeedback: false,
  },
  6: {
    ...ENDED,
    application_status: 'Position Closed',
    application_status_description: 'The role was filled or withdrawn before a decision on this applicant.',
    badge: 'rejected',
    outcome: 'closed',
    offers: 'role-closed',
    inDropdown: 'at-once',
    stage: 'submitted',
    candidateSees: { stage: 'closed', when: 'once-emailed' },
    owesReply: 'until-emailed',
  },
  7: {
    ...REJECTED_LATE,
    application_status: 'Rejected at Panel Scheduling',
    application_status_description: 'Ended while the panel was being scheduled.',
    offers: 'rejection',
  },
  8: {
    ...REJECTED_LATE,
    application_status: 'Rejected After Interview A',
    application_status_description: 'Rejected after the first interview.',
    offers: 'rejection-after-interviews',
  },
  9: {
    ...REJECTED_LATE,
    application_status: 'Rejected After Interview B',
    application_status_description: 'Rejected after the second interview.',
    offers: 'rejection-after-interviews',
  },
  10: {
    ...REJECTED_LATE,
    application_status: 'Rejected After Interview C',
    application_status_description: 'Rejected after the third interview.',
    offers: 'rejection-after-interviews',
  },
  11: {
    ...REJECTED_LATE,
    application_status: 'Rejected After Final Review',
    application_status_description: 'Rejected in the final review, after all interviews.',
    offers: 'rejection-after-interviews',
  },
  12: {
    ...ENDED,
    application_status: 'Declined Offer',
    application_status_description: 'We made an offer and the applicant declined it.',
    badge: 'rejected',
    outcome: 'declined',
    offers: null,
    inDropdown: 'asks',
    stage: 'offer',
    candidateSees: { stage: 'closed', when: 'at-once' },
    owesReply: 'no',
  },
  13: {
    ...ENDED,
    isUnsuccessful: false,
    application_status: 'Accepted Offer',
    application_status_description: 'We made an offer and the applicant accepted it.',
    badge: 'approved',
    outcome: 'accepted',
    offers: 'first-day',
    inDropdown: 'asks',
    stage: 'accepted',
    candidateSees: { stage: 'hired', when: 'at-once' },
    owesReply: 'no',
  },
  14: {
    ...ENDED,
    application_status: 'Withdrawn by Candidate',
    application_status_description: 'The candidate withdrew the application.',
    badge: 'rejected',
    outcome: 'withdrawn',
    offers: 'withdrawal',
    inDropdown: 'asks',
    stage: 'submitted',
    candidateSees: { stage: 'withdrawn', when: 'at-once' },
    owesReply: 'no',
  },
} satisfies Record<StatusId, StatusMeaning>
