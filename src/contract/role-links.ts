import { z } from 'zod'
import { endpoint, idText, boundedText } from './endpoint.ts'

/** The name that applications are counted under if the one in their link was never created. */
export const OTHER_VIA = 'other'
/** Lower counts could reveal something about one person. */
export const MIN_COUNT_SHOWN = 5

/** A URL of a role's page, for one place where the role is posted. */
export const RoleLink = z.object({
  via: z.string(),
  url: z.string(),
  /** Submitted applications that came through it; null if there are fewer than `MIN_COUNT_SHOWN`. */
  applications: z.int().nullable(),
})
export type RoleLink = z.infer<typeof RoleLink>

const params = z.object({ id: idText('Invalid role ID') })

export const readRoleLinks = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/open-roles/admin/{id}/links',
  summary: "List a role's links, which record where applications come from",
  params,
  output: z.array(RoleLink),
})

export const createRoleLink = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/open-roles/admin/{id}/links',
  summary: "Create a named link to a role's page; 409 if the role already has that name",
  status: 201,
  params,
  body: z.object({
    via: boundedText(40)
      .trim()
      .toLowerCase()
      .min(1, 'Enter a name for the link')
      .regex(/^[a-z0-9-]*$/, 'Use letters, digits and hyphens, such as nurse-fair')
      .refine((via) => via !== OTHER_VIA, "Choose another name: 'other' counts everyone who used a link name that wasn't created"),
  }),
  output: RoleLink,
})
