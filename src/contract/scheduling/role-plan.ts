import { z } from 'zod'
import { endpoint, idText } from '../endpoint.ts'
import { Plan, savePlan } from './scheduling.ts'

/** The interviews of a role: every candidate's plan until someone changes it. */
export const RolePlan = Plan.pick({ working_days: true, one_day: true, buffer_minutes: true, daily_maximum: true, parts: true }).extend({
  /** The version of the role. */
  version: z.int(),
})
export type RolePlan = z.infer<typeof RolePlan>

const params = z.object({ id: idText('Invalid role ID') })

export const readRolePlan = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/open-roles/admin/{id}/interviews',
  summary: 'Get the interviews set up for a role; `parts` is empty until someone sets them up',
  params,
  output: RolePlan,
})

export const saveRolePlan = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/open-roles/admin/{id}/interviews',
  longText: true,
  summary:
    "Set who interviews for a role, how many at a time, in which order, for how long and where; candidates who already have a plan keep it. 409 if `version` isn't the current one, 422 for an unknown interview or interviewer, or for more interviewers at a time than can give it",
  params,
  body: savePlan.body.omit({ keeps_existing: true, with_decision: true }).extend({
    /** Empty if the role sets up no interviews. */
    parts: Plan.shape.parts.max(20),
  }),
  output: RolePlan,
})
