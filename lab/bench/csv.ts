import pg from 'pg'
import { copyOut } from './copy-out.ts'
import { idleMemory, memoryCase } from './lists.ts'
import { drain } from './ask.ts'
import { count, inTurns, ms, peakMemoryOf } from './measure.ts'
import type { Stage } from './stage.ts'
import { tableOfCases, type Table } from './table.ts'

const ROUNDS = 5

/** Benchmarks exporting everything as CSV against COPY with the same columns. */
export async function benchCsv(stage: Stage): Promise<Table> {
  const large = await stage.filled(100_000)
  const product = await stage.product(large)
  const alone = new pg.Client(large.url)
  await alone.connect()
  try {
    const csv = `${product.url}/api/applicants/export.csv?roleId=all&days_ago=4000`
    const idle = await idleMemory(product)
    const peak = await peakMemoryOf(product.process.pid!, () => drain(`${csv}&identifiable=true`, large.token))
    const bytes = await drain(`${csv}&identifiable=true`, large.token)
    const [named, blind, floor] = (await inTurns(ROUNDS, [
      () => drain(`${csv}&identifiable=true`, large.token),
      () => drain(csv, large.token),
      () => copyOut(alone, COPY),
    ])) as [number, number, number]
    const what = [
      { what: 'with names', product: ms(named), floor: ms(floor), ratio: floor / named, goal: { atLeast: 0.5 } },
      { what: "blind: the applicant's own name masked in every answer", product: ms(blind), floor: ms(floor), ratio: floor / blind, goal: { atLeast: 0.5 } },
      memoryCase('memory over idle, in 300 MB', peak, idle),
    ]
    return tableOfCases(`CSV of ${count(large.applications)} applications, ${Math.round(bytes / 1e6)} MB`, what, [
      `Medians of ${ROUNDS}, in turns. The floor is \`COPY … TO STDOUT CSV\` of the same columns through the driver alone. The ratio is the share of its speed.`,
    ])
  } finally {
    await alone.end()
    await product.stop()
  }
}

export const COPY = `copy (
  select s.application_submitted_datetime_utc, concat_ws(' ', s.first_name, s.last_name), s.email, x.sponsorship, t.application_status, s.linkedin_profile_url,
    r.function_role_name, x.one, x.two, x.three
  from user_session s join function_role r using (ref_function_role_id) join application_status t using (ref_application_status_id)
  join (
    select user_session_id,
      max(user_answer_text_box) filter (where question_name = 'require_sponsorship') as sponsorship,
      max(user_answer_text_box) filter (where question_name = 'why_this_role') as one,
      max(user_answer_text_box) filter (where question_name = 'proudest_work') as two,
      max(user_answer_text_box) filter (where question_name = 'care_story') as three
    from user_session_answer group by user_session_id) x using (user_session_id)
  where s.application_submitted_datetime_utc >= now() - interval '4000 days' and s.restricted_at is null and s.erased_at is null
  order by s.application_submitted_datetime_utc desc, s.user_session_id desc) to stdout (format csv)`
