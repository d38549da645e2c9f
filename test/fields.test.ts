import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Applicant, ApplicantAnswer, LinkedApplication } from '#contract/applicants/applicants.ts'
import { Answer, AnswerChoice, openSession, Question } from '#contract/applications/applications.ts'
import { FeedbackAnswer, FeedbackDetail, FeedbackGroup, FeedbackQuestion, InterviewHeader } from '#contract/feedback.ts'
import { BookingsInterviewer, Interviewer } from '#contract/interviewers.ts'
import { InterviewType } from '#contract/interviews.ts'
import { QUESTION_TYPE_NAMES } from '#contract/questions/question-rules.ts'
import { ApplicationQuestion } from '#contract/questions/questions.ts'
import { generateRationale, HiringDecisionDetail, RedFlag } from '#contract/red-flags/red-flags.ts'
import { FunctionRole, OpenRole, OpenRoleDetail } from '#contract/roles.ts'
import { ApplicationStatus } from '#contract/statuses/statuses.ts'
import { EmailTemplate } from '#contract/templates/templates.ts'
import { CandidateDetails } from '#contract/templates/preview.ts'

const OPEN_ROLE = 'ref_function_role_id function_role_name function_role_description'
const DETAIL = `${OPEN_ROLE} function_role_responsibilities function_role_requirements`

/** Each payload, with the field names that other programs rely on. Fields may be added, but not removed. */
const WIRE: [string, z.ZodObject, string][] = [
  ['open role', OpenRole, OPEN_ROLE],
  ['open role in full', OpenRoleDetail, DETAIL],
  ['function role', FunctionRole, `${DETAIL} disabled_flag hiring_lead_email hiring_lead_name`],
  ['opening a session', openSession.body, 'ref_function_role_id device_info'],
  ['opened session', openSession.output, 'user_session_id questions'],
  [
    'question of a session',
    Question,
    'user_session_answer_id user_session_id ref_question_id question_name question_text question_type question_placeholder required_flag max_words answers',
  ],
  ['answer choice', AnswerChoice, 'ref_question_answer_id answer_text'],
  ['answer', Answer, 'user_session_answer_id user_session_id user_answer_text_box question_name'],
  [
    'applicant',
    Applicant,
    'user_session_id first_name last_name email linkedin_profile_url ref_application_status_id application_status ' +
      'application_submitted_datetime_utc has_emailed_application_status ref_function_role_id function_role_name hiring_lead_email hiring_lead_name answers',
  ],
  ['answer of an applicant', ApplicantAnswer, 'question_name question_text applicants_answer'],
  ['application status', ApplicationStatus, 'ref_application_status_id application_status application_status_description'],
  ['application question', ApplicationQuestion, 'ref_question_id question_name question_text required_flag disabled_flag'],
  ['email template', EmailTemplate, 'ref_email_base_id email_name email_desc email_subject email_base_html disabled_flag'],
  [
    'candidate of an email',
    CandidateDetails,
    'user_session_id first_name last_name email function_role_name ref_function_role_id hiring_lead_email hiring_lead_name',
  ],
  ['interview type', InterviewType, 'ref_interview_id interview_name interview_desc'],
  ['interviewer', Interviewer, 'ref_interviewer_id interviewer_name interviewer_email interviewer_bio'],
  ['staff of the bookings service', BookingsInterviewer, 'interviewer_name interviewer_email'],
  ['interview header', InterviewHeader, 'interview_header_id user_session_id ref_interview_id ref_interviewer_id interview_datetime_utc'],
  ['feedback question', FeedbackQuestion, 'if_interviewer_role_feedback_question_id interview_feedback_question'],
  ['feedback detail', FeedbackDetail, 'if_interview_header_id if_interviewer_role_feedback_question_id interviewer_feedback row_created_user_id'],
  ['feedback as it is sent', FeedbackAnswer, 'if_interview_header_id if_interviewer_role_feedback_question_id interviewer_feedback'],
  ['feedback of an interview', FeedbackGroup, 'interview_name interviewer_name feedback'],
  ['one feedback of an interview', FeedbackGroup.shape.feedback.element, 'interview_feedback_question interviewer_feedback'],
  ['linked application', LinkedApplication, 'user_session_id ref_function_role_id function_role_name application_submitted_datetime_utc'],
  ['red flag', RedFlag, 'fgl_ref_red_flag_id red_flag_desc'],
  [
    'hiring decision detail',
    HiringDecisionDetail,
    'fgl_hiring_decision_detail_id user_session_id fgl_ref_red_flag_id fgl_absent_flag fgl_rationale row_created_user_id row_modified_user_id',
  ],
  ['generated rationale', generateRationale.output, 'agent_absent_flag agent_rationale'],
]

test.each(WIRE)('payloads use the wire names: %s', (_, schema, names) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(names.split(' ')))
})

test('every wire name is in the glossary', () => {
  const words = readFileSync('docs/words.md', 'utf8')
  const names = new Set(WIRE.flatMap(([, , all]) => all.split(' ')))
  expect([...names].filter((name) => !words.includes(`\`${name}\``))).toEqual([])
})

test('every question type is in the glossary', () => {
  const words = readFileSync('docs/words.md', 'utf8')
  expect(QUESTION_TYPE_NAMES.filter((type) => !words.includes(`\`${type}\``))).toEqual([])
})
