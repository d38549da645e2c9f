import { eq, inArray, sql } from 'drizzle-orm'
import { STANDARD_CALENDAR, type InterviewerCalendar } from '#contract/interviewers.ts'
import type { Db } from '#server/db/connect.ts'
import { interviewer, interviewer_calendar } from '#server/db/tables.ts'

const hours = {
  time_zone: interviewer_calendar.time_zone,
  weekly_hours: interviewer_calendar.weekly_hours,
  days_off: interviewer_calendar.days_off,
  daily_maximum: interviewer_calendar.daily_maximum,
}

/** Returns when these people can be booked, by address; people who haven't set anything have the default hours. */
export async function listCalendars(db: Db, emails: string[]): Promise<Map<string, InterviewerCalendar>> {
  const rows = await db
    .select({ email: interviewer.interviewer_email, hours })
    .from(interviewer)
    .leftJoin(interviewer_calendar, eq(interviewer_calendar.ref_interviewer_id, interviewer.ref_interviewer_id))
    .where(inArray(interviewer.interviewer_email, emails))
  return new Map(rows.map(({ email, hours }) => [email, hours ?? STANDARD_CALENDAR]))
}

/** `modified_at` is null for the default hours. */
export async function findCalendar(db: Db, ref_interviewer_id: number): Promise<InterviewerCalendar & { modified_at: string | null }> {
  const { modified_at } = interviewer_calendar
  const [row] = await db
    .select({ ...hours, modified_at })
    .from(interviewer_calendar)
    .where(eq(interviewer_calendar.ref_interviewer_id, ref_interviewer_id))
  return row ?? { ...STANDARD_CALENDAR, modified_at: null }
}

export async function setCalendar(tx: Db, ref_interviewer_id: number, calendar: InterviewerCalendar): Promise<void> {
  await tx
    .insert(interviewer_calendar)
    .values({ ref_interviewer_id, ...calendar })
    .onConflictDoUpdate({ target: interviewer_calendar.ref_interviewer_id, set: { ...calendar, modified_at: sql`now()` } })
}
