import { formatLongDay } from '#contract/time-zone.ts'
import { findCurrentChange, lockApplicant } from '#server/applicants/decide/move-store.ts'
import { restartReplyTime } from '#server/applicants/decide/reply-date-store.ts'
import { queueCandidateEmail } from '#server/applicants/emails/queue-candidate-email.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { claimInterviewed, listInterviewed } from './reminder-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log'>

const BATCH_SIZE = 100

/** Tells candidates what happens next and by when, once, after their last interview. Does nothing while the template is disabled. */
export async function writeNextSteps(services: Deps): Promise<void> {
  if (!(await findActiveTemplate(services.db, { purpose: 'next-steps' }))) return
  for (const id of await listInterviewed(services.db, BATCH_SIZE)) {
    try {
      await writeTo(services, id)
    } catch (error) {
      // A template that can't be filled in for one candidate must not block the others.
      if (!(error instanceof HttpError)) throw error
      services.log.warn({ user_session_id: id, reason: error.message }, "the email after the last interview can't be sent")
    }
  }
}

async function writeTo({ db, env, keys }: Deps, user_session_id: number): Promise<void> {
  await db.transaction(async (tx) => {
    // They may have been decided on, erased, or given another interview since they were listed.
    const applicant = await lockApplicant(tx, user_session_id, 'everyone')
    if (!applicant || !(await claimInterviewed(tx, user_session_id))) return
    const reply_by = await restartReplyTime(tx, user_session_id)
    const current = await findCurrentChange(tx, user_session_id)
    await queueCandidateEmail({ tx, env, keys, actor: null }, applicant, {
      purpose: 'next-steps',
      ref_application_status_id: null,
      // A decision made while this email is pending withdraws it.
      status_change_id: current?.status_change_id ?? null,
      values: { reply_by: formatLongDay(env.TIME_ZONE, reply_by) },
      delaySeconds: env.MAIL_DELAY_SECONDS,
    })
  })
}
