import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Applicant } from './applicant.ts'

/** Shared by all of the demo's seeding steps. */
export type Scene = {
  tx: Db
  files: Pick<FileStore, 'put'>
  env: Pick<Env, 'COMPANY_NAME' | 'COMPANY_DOMAIN'>
  /** The database's current time, which all dates are counted back from. */
  now: Date
  applicants: Applicant[]
  /** Account IDs, keyed by the part of the email address before the @. */
  staff: Record<string, number>
  /** The `ref_interviewer_id` of each interviewer, in list order. */
  interviewers: number[]
}

export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString()
}

/** A statement can have at most 65,535 values, and the embedded database is slow with long ones. */
export async function inBatches<T>(rows: T[], insert: (portion: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 250) await insert(rows.slice(from, from + 250))
}
