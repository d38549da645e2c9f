import { z } from 'zod'
import { endpoint, IdText } from './endpoint.ts'

const OfApplicant = z.object({ id: IdText })

export const listColleagues = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/colleagues',
  summary: 'Who can be put on an applicant or mentioned in a note: everyone who may see the applicant',
  params: OfApplicant,
  output: z.array(z.object({ email: z.string() })),
})

export const assignApplicant = endpoint({
  who: 'admin',
  may: 'read',
  method: 'PUT',
  path: '/api/applicants/{id}/assignment',
  summary: 'Put a colleague on an applicant, or no one (`null`); 422 for someone who may not see the applicant',
  params: OfApplicant,
  body: z.object({ email: z.string().trim().toLowerCase().max(254).nullable() }),
  output: z.object({ assigned_to: z.string().nullable() }),
})
