import { z } from 'zod'
import { endpoint, IdText, boundedText } from '../endpoint.ts'

/** What can depend on a person, in display order. */
export const DUTIES = {
  roles_led: ['Hiring lead of 1 role', 'Hiring lead of {n} roles'],
  teams: ["On 1 role's team", 'On the teams of {n} roles'],
  departments: ['Sees 1 department', 'Sees {n} departments'],
  interviews: ['Gives 1 upcoming interview', 'Gives {n} upcoming interviews'],
  panels: ["In 1 role's interviews", 'In the interviews of {n} roles'],
  plans: ["In 1 candidate's interview plan", "In {n} candidates' interview plans"],
  assigned: ['1 applicant assigned to them', '{n} applicants assigned to them'],
  mentions: ['1 unread mention', '{n} unread mentions'],
  shared_views: ['1 shared view', '{n} shared views'],
} as const
export type Duty = keyof typeof DUTIES

/** What depends on a person: names of roles, departments and views, or just a count. */
export const Duties = z.object({
  email: z.string(),
  duties: z.array(
    z.object({
      duty: z.enum(Object.keys(DUTIES) as [Duty, ...Duty[]]),
      count: z.int(),
      /** Names, where they don't identify an applicant. */
      names: z.array(z.string()),
    }),
  ),
})
export type Duties = z.infer<typeof Duties>

const params = z.object({ id: IdText })

export const readDuties = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/staff/{id}/duties',
  summary: 'List what would move to someone else if this person left',
  params,
  output: Duties,
})

export const replacePerson = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'POST',
  path: '/api/staff/{id}/replace',
  example: { email: 'successor@agency.example' },
  summary:
    "Move everything that depends on a person to someone else, suspend them and end their sessions, all or nothing; returns what moved. 409 for an owner from the settings, if the other person isn't free for an interview, or while the last change to one with several interviewers can still be undone, 422 if the other person's role doesn't allow it",
  params,
  body: z.object({
    /** Who takes over. */
    email: boundedText(254).trim().toLowerCase().min(1, 'Choose who takes over'),
    /** The name candidates see; if omitted, the one they have as an interviewer or hiring lead. */
    name: boundedText(200).trim().optional(),
  }),
  output: Duties,
})
