import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadResume } from '#contract/applications/applications.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import type { TestApp } from '#test/setup/app.ts'
import { minimalPdf } from '#test/setup/pdf-files.ts'
import { backUp } from '#server/operate/backup/back-up.ts'
import { openOutput } from '#server/operate/backup/output.ts'

export const CANARY = 'Zanzibarius'

/** Creates an application with the canary in every place that can hold personal data. */
export async function plantCanary(app: TestApp): Promise<number> {
  const { ref_function_role_id } = await makeRole(app.db)
  const { user_session_id, as } = await apply(app, ref_function_role_id, {
    first_name: CANARY,
    last_name: `${CANARY}son`,
    email: `${CANARY.toLowerCase()}@example.com`,
    linkedin_profile_url: `https://www.linkedin.com/in/${CANARY.toLowerCase()}`,
    why_this_role: `${CANARY} wrote this.`,
    care_story: `${CANARY} cared.`,
  })
  const { body, headers } = formWith(
    { user_session_id: String(user_session_id) },
    { filename: 'cv.pdf', type: 'application/pdf', content: minimalPdf({ objects: ['<< /Type /Catalog >>', `(${CANARY})`] }) },
  )
  await app.send('POST', uploadResume.path, body, { ...as, headers })
  const { staff_account_id } = await app.admin()
  const ask = (text: string) => app.services.database.pool.query(text)
  await ask(`insert into interviewer (interviewer_name, interviewer_email) values ('Ivy', 'ivy@meridianhealth.example')`)
  await ask(
    `insert into interview_header (user_session_id, ref_interview_id, ref_interviewer_id, interview_datetime_utc) select ${user_session_id}, 1, ref_interviewer_id, now() from interviewer limit 1`,
  )
  await ask(`insert into interview_feedback_detail (if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback, row_created_user_id)
    select interview_header_id, 1, '${CANARY} was kind.', 1 from interview_header`)
  await ask(`insert into hiring_decision_detail (user_session_id, fgl_ref_red_flag_id, fgl_rationale, generated, row_created_user_id)
    values (${user_session_id}, 1, 'Says ${CANARY}.', '{"rationale": "${CANARY}"}', ${staff_account_id})`)
  await app.db.transaction((tx) =>
    recordAudit(tx, { actor: null, action: 'test.done', subject_kind: 'applicant', subject_id: user_session_id, personal: { name: CANARY } }),
  )
  await app.outbox.sendDue()
  return user_session_id
}

/** Returns every row and file of the app, and every email in its mail folder, as one string. */
export async function readEverything(app: TestApp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-all-'))
  const file = join(folder, 'b.tar')
  await backUp(app.services, await openOutput(file, { overwrite: true }))
  const mail = join(app.env.DATA_DIR, 'mail')
  const emails = await Promise.all(
    (await readdir(mail).catch(() => [])).filter((name) => name.endsWith('.eml')).map((name) => readFile(join(mail, name), 'utf8')),
  )
  const all = (await readFile(file, 'latin1')) + emails.join()
  await rm(folder, { recursive: true })
  return all
}

export const ageBy = (app: TestApp, days: number, user_session_id: number) =>
  app.services.database.pool.query(`update user_session set last_action_at = now() - make_interval(days => ${days}) where user_session_id = ${user_session_id}`)

export const move = (app: TestApp, status: number, user_session_id: number, isEmailed = true) =>
  app.services.database.pool.query(
    `update user_session set ref_application_status_id = ${status}, has_emailed_application_status = ${isEmailed} where user_session_id = ${user_session_id}`,
  )

export const find = async (app: TestApp, user_session_id: number) =>
  (await app.services.database.pool.query(`select * from user_session where user_session_id = ${user_session_id}`)).rows[0]
