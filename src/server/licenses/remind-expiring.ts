import { labelOf } from '#contract/licenses/license-types.ts'
import { formatDay } from '#contract/time-zone.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { wrapInLayout } from '#server/mail/layout.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { claimExpiring, forgetClosed, type ExpiringRow } from './expiring-store.ts'

type Deps = Pick<Services, 'db' | 'env'>

/**
 * Reminds the applicant's assignee, or else the role's hiring lead, 60, 30 and 7 days before a license expires, until the person has started or the
 * application is closed. Refers to applicants by alias. Returns the number of emails queued.
 */
export async function sendExpiryReminders({ db, env }: Deps): Promise<number> {
  return db.transaction(async (tx) => {
    await forgetClosed(tx)
    const licensesByRecipient = Map.groupBy(await claimExpiring(tx, todayIn(env.TIME_ZONE)), ({ to_address }) => to_address)
    const letterhead = await letterheadOf(env, tx)
    for (const [to_address, licenses] of licensesByRecipient) {
      const title = licenses.length === 1 ? `A license expires ${inDays(licenses[0]!.days)}` : `${licenses.length} licenses expire soon`
      const { html, text } = wrapInLayout(letterhead, {
        title,
        paragraphs: ["These applicants' licenses expire soon. Ask whether they've been renewed, and verify the renewal at the source."],
        links: licenses.map((license) => ({ label: describe(license), url: `${env.BASE_URL}/admin/applications/all/all/36500/${license.user_session_id}` })),
        footer: 'You get this email 60, 30 and 7 days before a license of one of your applicants expires.',
      })
      await insertEmail(tx, { purpose: 'notice', to_address, to_name: '', subject: title, html, text }, 'system')
    }
    return licensesByRecipient.size
  })
}

function describe({ alias, expires_on, days, ...license }: ExpiringRow): string {
  return `${alias}: ${labelOf(license)}, ${formatDay(expires_on)} (${inDays(days)})`
}

function inDays(days: number): string {
  return days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
}
