import { expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { runNightlyJobs } from '#server/operate/privacy/nightly.ts'
import { sendMorning } from '#server/operate/morning/send-morning.ts'
import { startApp } from '#test/setup/app.ts'
import { at, APPLICATIONS, DAYS, isMailDown, LEADS, ROLES } from '#test/year/calendar.ts'
import { countByHand, isDue, isLate, isOpen, isOwed, type Entry } from '#test/year/ledger.ts'
import { openOffice, type Office } from '#test/year/office.ts'
import { receiveApplications, withdrawSome, work } from '#test/year/work.ts'

const EVER = 36_500
const ids = (entries: Entry[]) => entries.map(({ id }) => id).toSorted((one, other) => one - other)
const sorted = (numbers: number[]) => numbers.toSorted((one, other) => one - other)

test(
  'over a year of 5,000 applications with holidays, absences and outages, every open one has a date, none are lost, and figures are correct',
  { timeout: 600_000 },
  async () => {
    const ADMIN_EMAILS = LEADS.map(({ email }) => email).join(',')
    const office = await openOffice(await startApp({ MAIL_DELAY_SECONDS: '0', HIRING_FIGURES: 'on', RETENTION_DAYS: '365', ADMIN_EMAILS }))
    try {
      for (let day = 0; day < DAYS; day++) {
        await liveThrough(office, day)
        if (day % 14 === 0) await compareLists(office)
        if (day % 30 === 29) await comparePage(office)
      }
      await compareEveryone(office)
      expect(office.entries.size).toBe(APPLICATIONS)
    } finally {
      await office.close()
    }
  },
)

async function liveThrough(office: Office, day: number): Promise<void> {
  const { app, clocks, outbox } = office
  if (day % 30 === 0) {
    await clocks.setTo(at(day, 2))
    await runNightlyJobs(app.services)
  }
  await clocks.setTo(at(day, 7))
  await outbox.sendDue()
  await compareMorning(office)
  await clocks.setTo(at(day, 9))
  await receiveApplications(office, day)
  await withdrawSome(office)
  await work(office, day)
}

/** Checks that the morning emails list the same people as the ledger and go to no one else. */
async function compareMorning({ app, entries, toStaff, outbox }: Office): Promise<void> {
  toStaff.length = 0
  await sendMorning(app.services, new Date(2030, 0, 7, 7))
  await outbox.sendDue()
  if (isMailDown()) return
  const expected = LEADS.flatMap(({ email }, lead) => {
    const due = [...entries.values()].filter((one) => ROLES[one.role]!.lead === lead && isDue(one))
    const late = due.filter(isLate).length
    const soon = due.length - late
    const count = (many: number, what: string) => (many === 0 ? [] : [`${many} ${many === 1 ? 'reply is' : 'replies are'} ${what}`])
    return due.length === 0 ? [] : [`${email}: ${[...count(late, 'late'), ...count(soon, 'due within 3 days')].join(', ')}`]
  })
  expect(toStaff.map(({ to_address, subject }) => `${to_address}: ${subject}`).toSorted(), new Date().toISOString()).toEqual(expected)
}

/** Checks that everyone who applied is listed, and that 'due' and 'late' match the ledger exactly. */
async function compareLists({ app, entries, roles }: Office): Promise<void> {
  const admin = await app.admin()
  for (const [role, roleId] of roles.entries()) {
    const applied = [...entries.values()].filter((one) => one.role === role)
    const ask = async (due?: 'due' | 'late') => {
      const { status, body } = await app.call(listReview, { roleId, days_ago: EVER, ...(due && { due }) }, admin)
      if (status !== 200) throw new Error(`${status} on day ${new Date().toISOString()}: ${JSON.stringify(body)}`)
      return sorted(body.ids)
    }
    expect(await ask()).toEqual(ids(applied))
    expect(await ask('due')).toEqual(ids(applied.filter(isDue)))
    expect(await ask('late')).toEqual(ids(applied.filter(isLate)))
  }
}

/** Compares who's owed a reply and when it's due, to the millisecond. */
async function compareEveryone({ app, entries }: Office): Promise<void> {
  const { body } = await app.call(listApplicants, { roleId: 'all', days_ago: EVER, identifiable: true }, await app.admin())
  const shown = new Map(body.map((one) => [one.user_session_id, one]))
  const all = [...entries.values()]
  expect(all.filter(isOpen).length).toBeGreaterThan(50)
  expect(all.filter((one) => isOpen(one) && !shown.get(one.id)?.reply_by)).toEqual([])
  for (const entry of all) {
    const { reply_by, is_late } = shown.get(entry.id)!
    expect([entry.id, reply_by, is_late]).toEqual([entry.id, isOwed(entry) ? new Date(entry.dueAt).toISOString() : null, isLate(entry)])
  }
}

async function comparePage({ app, entries }: Office): Promise<void> {
  const page = String((await app.send('GET', '/how-we-hire')).body)
  const { answered_in_time, days_to_answer, days_to_decision } = countByHand([...entries.values()])
  const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`
  const shown = [...page.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, value]) => value)
  expect(shown).toEqual([`${answered_in_time}%`, days(days_to_answer), days(days_to_decision)])
}
