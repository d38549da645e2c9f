import type { Env } from '#server/env.ts'
import { escapeHtml, type Email } from '#server/mail/email.ts'
import type { Person } from './store.ts'

type Confirmed = {
  user_session_id: number
  role: { function_role_name: string }
  person: Person
  answered: { question_text: string; user_answer_text_box: string }[]
}

/** What an applicant gets at once: that it arrived, what happens next, and a copy of the answers. */
export function confirmationEmail(env: Env, { user_session_id, role, person, answered }: Confirmed): Email {
  const greeting = `Hello ${person.first_name ?? ''}`.trim()
  const lines = [
    `Your application for ${role.function_role_name} at ${env.COMPANY_NAME} has arrived.`,
    'A person on the hiring team reads every application. You will hear from us by e-mail, whatever we decide.',
    `How we hire: ${env.BASE_URL}/how-we-hire`,
  ]
  const copy = answered.filter((one) => one.user_answer_text_box !== '')
  return {
    purpose: 'confirmation',
    user_session_id,
    to_address: person.email!,
    to_name: [person.first_name, person.last_name].filter(Boolean).join(' '),
    subject: `We have your application: ${role.function_role_name}`,
    text: [
      `${greeting},`,
      ...lines,
      'Your answers',
      ...copy.map((one) => `${one.question_text}\n${one.user_answer_text_box}`),
      `${env.COMPANY_NAME} Careers`,
    ].join('\n\n'),
    html: [
      `<p>${escapeHtml(greeting)},</p>`,
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      '<h2>Your answers</h2>',
      '<dl>',
      ...copy.map(
        (one) => `<dt><strong>${escapeHtml(one.question_text)}</strong></dt><dd>${escapeHtml(one.user_answer_text_box).replaceAll('\n', '<br>')}</dd>`,
      ),
      '</dl>',
      `<p>${escapeHtml(env.COMPANY_NAME)} Careers</p>`,
    ].join('\n'),
  }
}
