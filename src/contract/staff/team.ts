import { z } from 'zod'
import { endpoint, Id, idText } from '../endpoint.ts'

/** A person's part in hiring for a role. The role itself stores its hiring lead; everyone else has a row in the team. */
export const TeamPart = z.enum(['recruiter', 'hiring-manager', 'coordinator'])
export type TeamPart = z.infer<typeof TeamPart>

/** What Rounds sends emails about for a role: replies that are due, and interviews that need another time or interviewer. */
export type TeamNews = 'replies' | 'interviews'

type PartMeaning = {
  name: string
  /** What people with this part can see and do, in words. */
  sees: string
  told: readonly TeamNews[]
  /** What people with this part are emailed about, in words. */
  tells: string
}

/** What each part in a role's team can see and is emailed about. */
export const TEAM_PARTS: Record<TeamPart | 'lead', PartMeaning> = {
  lead: {
    name: 'Hiring lead',
    sees: 'Sees the applicants',
    told: ['replies', 'interviews'],
    tells: 'replies that are due, interviews that need another time or interviewer, and what candidates ask for',
  },
  recruiter: { name: 'Recruiter', sees: 'Sees, decides about and exports the applicants', told: ['replies'], tells: 'replies that are due' },
  'hiring-manager': {
    name: 'Hiring manager',
    sees: 'Sees the applicants, and decides about them if allowed under People',
    told: [],
    tells: 'nothing but mentions and assignments',
  },
  coordinator: {
    name: 'Coordinator',
    sees: 'Sees the applicants; what else they can do is set under People',
    told: ['interviews'],
    tells: 'interviews that need another time or interviewer',
  },
}

export const TeamMember = z.object({ staff_account_id: Id, email: z.string(), part: TeamPart })
export type TeamMember = z.infer<typeof TeamMember>

export const RoleTeam = z.object({
  /** The version of the role. */
  version: z.int(),
  hiring_lead_email: z.string(),
  hiring_lead_name: z.string(),
  /** False if the hiring lead can't sign in to see applicants. */
  lead_has_access: z.boolean(),
  members: z.array(TeamMember),
  /** Email addresses of people who can see this role's applicants through their department. */
  through_department: z.array(z.string()),
})
export type RoleTeam = z.infer<typeof RoleTeam>

const params = z.object({ id: idText('Invalid role ID') })

export const readRoleTeam = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/open-roles/admin/{id}/team',
  summary: "Get a role's team: its hiring lead, and everyone who sees its applicants because of their part",
  params,
  output: RoleTeam,
})

export const saveRoleTeam = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'PUT',
  path: '/api/open-roles/admin/{id}/team',
  summary:
    "Set a role's team, and with it who sees its applicants. 409 if `version` isn't the current one, 422 for someone whose staff role doesn't fit their part",
  params,
  body: z.object({
    version: z.int().optional(),
    members: z.array(TeamMember.omit({ email: true })).max(100, 'At most 100 people'),
  }),
  output: RoleTeam,
})
