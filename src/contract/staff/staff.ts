import { z } from 'zod'
import { ACCESS, Access, AssignedRole } from './access.ts'
import { isEmailAddress } from '../applications/answer-checks.ts'
import { Empty, endpoint, Id, IdText, Instant, boundedText } from '../endpoint.ts'

const MAX_OPENINGS = 500

/** Someone who can sign in. */
export const Person = z.object({
  /** Null for an owner from the settings who has never signed in. */
  staff_account_id: Id.nullable(),
  email: z.string(),
  roles: z.array(Access),
  /** True for addresses in ADMIN_EMAILS, which are always owners, whatever is changed here. */
  is_from_settings: z.boolean(),
  given_role: AssignedRole.nullable(),
  may_decide_flag: z.boolean(),
  /** The openings whose team this person is on; if their role is limited, that's what lets them see the applicants. */
  scope: z.array(Id),
  /** The openings in `scope`, those the person leads, and those in their departments. */
  sees: z.array(Id),
  /** Departments whose current and future openings this person can see too. */
  departments: z.array(z.string()),
  suspended_at: Instant.nullable(),
  last_seen_at: Instant.nullable(),
  live_sessions: z.int(),
  passkeys: z.int(),
  version: z.int(),
})
export type Person = z.infer<typeof Person>

const EmailAddress = boundedText(254).trim().toLowerCase().refine(isEmailAddress, 'Please enter a valid email address')

const Scope = z.array(Id).max(MAX_OPENINGS, `Choose at most ${MAX_OPENINGS} openings`)

const Departments = z.array(boundedText(200).trim().min(1)).max(100, 'Choose at most 100 departments')

export const listPeople = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/staff',
  summary: 'List everyone who signs in: owners, the people they invited, and interviewers who have signed in',
  output: z.array(Person),
})

export const invitePerson = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'POST',
  path: '/api/staff',
  example: { email: 'recruiter@agency.example' },
  summary: 'Give an address a role and email the invitation; 409 for an owner or an address that already has a role',
  status: 201,
  body: z.object({
    email: EmailAddress,
    given_role: AssignedRole,
    may_decide_flag: z.boolean().default(false),
    scope: Scope.default([]),
    departments: Departments.default([]),
  }),
  output: Person,
})

export const addOwner = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'POST',
  path: '/api/staff/owners',
  example: { email: 'owner@agency.example' },
  summary: 'Make an address an owner, whatever its role was; it and every other owner get an email. 409 if it already is one',
  status: 201,
  body: z.object({ email: EmailAddress }),
  output: Person,
})

export const updatePerson = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'PUT',
  path: '/api/staff/{id}',
  summary: "Change what a person can do, or suspend them; 409 for an owner, or if `version` isn't the current one",
  params: z.object({ id: IdText }),
  body: z.object({
    given_role: AssignedRole.optional(),
    may_decide_flag: z.boolean().optional(),
    scope: Scope.optional(),
    departments: Departments.optional(),
    is_suspended: z.boolean().optional(),
    version: z.int().optional(),
  }),
  output: Person,
})

export const removePerson = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'DELETE',
  path: '/api/staff/{id}',
  summary:
    "Remove a person's role, sessions and passkeys; if they're an owner, every other owner gets an email. 409 for an owner from the settings or the last owner",
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})

/** Returns whether people with this role can see only selected openings. */
export function isLimited(given_role: AssignedRole): boolean {
  return ACCESS[given_role].isScoped
}
