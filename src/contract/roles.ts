import { z } from 'zod'
import { endpoint, Id, idText, Instant, words } from './endpoint.ts'
import { EmailWording } from './templates/templates.ts'

const Pay = {
  /** In units of `salary_currency`, possibly with decimals, per `salary_unit`; null: no pay range is set. */
  salary_min: z.number().nonnegative().nullable(),
  salary_max: z.number().nonnegative().nullable(),
  salary_currency: z.string(),
  salary_unit: z.enum(['YEAR', 'HOUR']),
}

/** What candidates look for in a long list; '' and an empty list if staff set nothing. */
const Facets = {
  department: z.string(),
  specialty: z.string(),
  shift: z.string(),
  /** Two-letter codes of the states an applicant needs a license in. */
  license_states: z.array(z.string()),
}

/** A role as the list of openings shows it. */
export const OpenRole = z.object({
  ref_function_role_id: Id,
  function_role_name: z.string(),
  function_role_description: z.string(),
  ...Pay,
  published_at: Instant.nullable(),
  closes_at: Instant.nullable(),
  ...Facets,
})
export type OpenRole = z.infer<typeof OpenRole>

/** A role as its own page shows it. */
export const OpenRoleDetail = OpenRole.extend({
  function_role_responsibilities: z.string(),
  function_role_requirements: z.string(),
  /** Calendar days; null: as the installation promises. */
  reply_within_days: z.int().nullable(),
  modified_at: Instant,
})
export type OpenRoleDetail = z.infer<typeof OpenRoleDetail>

export const listOpenRoles = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/open-roles',
  summary: 'All open roles, newest first',
  output: z.array(OpenRole),
})

export const readOpenRole = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/open-roles/{id}',
  summary: 'One open role; 404 when it is unknown, disabled or closed',
  params: z.object({ id: idText('Invalid role ID') }),
  output: OpenRoleDetail,
})

/** A role as staff edit it. */
export const FunctionRole = OpenRoleDetail.extend({
  disabled_flag: z.boolean(),
  hiring_lead_email: z.string(),
  hiring_lead_name: z.string(),
  /** False: no rationale is generated for those who apply to it. */
  generated_rationale_flag: z.boolean(),
  version: z.int(),
  modified_by_email: z.string().nullable(),
  /** Submitted applications without a decision yet (statuses 4 and 5). */
  unanswered_applicants: z.int(),
})
export type FunctionRole = z.infer<typeof FunctionRole>

const EmailAddress = words(254).regex(/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/, 'Please enter a valid email address')

/** What staff write about a role. */
export const RoleText = z.object({
  function_role_name: words(200).trim().min(1, 'Role name is required'),
  function_role_description: words(20_000),
  function_role_responsibilities: words(20_000),
  function_role_requirements: words(20_000),
  disabled_flag: z.boolean(),
  hiring_lead_email: EmailAddress,
  hiring_lead_name: words(200).trim().min(1, 'Hiring lead name is required'),
  salary_min: z.number().nonnegative().max(9_999_999_999).nullable(),
  salary_max: z.number().nonnegative().max(9_999_999_999).nullable(),
  salary_currency: z.string().regex(/^[A-Z]{3}$/, 'Use a three-letter currency code'),
  salary_unit: z.enum(['YEAR', 'HOUR']),
  published_at: z.iso.datetime({ offset: true }).nullable(),
  closes_at: z.iso.datetime({ offset: true }).nullable(),
  generated_rationale_flag: z.boolean(),
  department: words(80).trim(),
  specialty: words(80).trim(),
  shift: words(80).trim(),
  license_states: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'Use two-letter state codes, such as TX'),
    )
    .max(60),
  reply_within_days: z.int().min(1, 'At least 1 day').max(365, 'At most 365 days').nullable(),
})
export type RoleText = z.infer<typeof RoleText>

/** What waiting applicants are told when their role closes. */
export const WaitingChoice = z.enum(['email', 'stay-due'])
export type WaitingChoice = z.infer<typeof WaitingChoice>

const optional = RoleText.partial()

export const listAdminRoles = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/open-roles/admin',
  summary: 'All roles, open or not',
  output: z.array(FunctionRole),
})

export const createRole = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/open-roles/admin',
  summary: 'Create a role',
  status: 201,
  body: z.object(
    {
      ...optional.shape,
      function_role_name: RoleText.shape.function_role_name.prefault(''),
      hiring_lead_email: RoleText.shape.hiring_lead_email,
      hiring_lead_name: RoleText.shape.hiring_lead_name,
    },
    'Invalid role data',
  ),
  output: FunctionRole,
})

export const updateRole = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/open-roles/admin/{id}',
  longText: true,
  summary:
    'Change what is named of a role; 409 when `version` is not the stored one, 422 when this closes it and nothing says what waiting applicants are told',
  params: z.object({ id: idText('Invalid role ID') }),
  body: z.object(
    {
      ...optional.shape,
      version: z.int().optional(),
      /** On closing a role: `email` closes waiting applicants' applications and emails them; `stay-due` leaves each open and due. */
      waiting_applicants: WaitingChoice.optional(),
      /** With `email`: words that replace the template's for these applicants. */
      waiting_email: EmailWording.pick({ subject: true, html: true }).optional(),
    },
    'Invalid role data',
  ),
  output: FunctionRole,
})

/** Pay as a person reads it, "$78,000 to $96,000 a year"; null when no range is set. */
export function payRange(role: Pick<OpenRole, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_unit'>): string | null {
  const amount = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: role.salary_currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const per = role.salary_unit === 'HOUR' ? 'an hour' : 'a year'
  const ends = [role.salary_min, role.salary_max].filter((end) => end !== null)
  if (ends.length === 0) return null
  if (ends.length === 2 && ends[0] !== ends[1]) return `${amount.format(ends[0]!)} to ${amount.format(ends[1]!)} ${per}`
  if (ends.length === 2) return `${amount.format(ends[0]!)} ${per}`
  return role.salary_min === null ? `up to ${amount.format(ends[0]!)} ${per}` : `from ${amount.format(ends[0]!)} ${per}`
}
