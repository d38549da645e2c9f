import { z } from 'zod'
import { endpoint, Message } from '../endpoint.ts'

export const readRoleUpdates = endpoint({
  who: 'applicant',
  method: 'GET',
  path: '/api/candidate/role-updates',
  summary: 'Get whether we may email this person about other suitable roles',
  output: z.object({ wants_updates: z.boolean() }),
})

export const setRoleUpdates = endpoint({
  who: 'applicant',
  method: 'PUT',
  path: '/api/candidate/role-updates',
  summary: "Turn emails about other suitable roles on or off; off survives erasure and later applications until it's turned on here",
  body: z.object({ wants_updates: z.boolean() }),
  output: Message,
})
