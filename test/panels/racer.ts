import { once } from 'node:events'
import type { Own } from '#server/candidate/withdraw.ts'
import { openCalendar } from '#server/calendar/open-calendar.ts'
import { connect } from '#server/db/connect.ts'
import { readEnv } from '#server/env.ts'
import { HttpError } from '#server/http/http-error.ts'
import { holdTime } from '#server/scheduling/times/hold-time.ts'
import { silent } from '#test/setup/database.ts'

/** A racer's instructions: who requests what. The racer replies `ready`, waits for the start signal, then replies with each HTTP status. */
export type Race = { databaseUrl: string; candidates: Own[]; ref_interview_id: number; starts_at: string }

const { databaseUrl, candidates, ...requested } = JSON.parse(process.argv[2]!) as Race
const read = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SEED: 'demo', DATABASE_URL: databaseUrl })
if ('errors' in read) throw new Error(read.errors.join('\n'))
const { db, close } = await connect({ databaseUrl, dataDir: read.env.DATA_DIR, log: silent })
const services = { db, env: read.env, calendar: openCalendar(read.env, db), log: silent }
process.send!('ready')
await once(process, 'message')
const outcomes = await Promise.allSettled(candidates.map((own) => holdTime(services, own, requested)))
process.send!(outcomes.map((one) => (one.status === 'fulfilled' ? 200 : one.reason instanceof HttpError ? one.reason.status : String(one.reason))))
await close()
process.disconnect()
