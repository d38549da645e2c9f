import { z } from 'zod'
import { endpoint, Id, idText, Instant, boundedText, requiredText } from './endpoint.ts'
import { PLACES } from './licenses/places.ts'
import { EmailWording } from './templates/templates.ts'

const Pay = {
  /** Amounts in `salary_currency` per `salary_unit`, possibly with decimals; null if no pay range is set. */
  salary_min: z.number().nonnegative().nullable(),
  salary_max: z.number().nonnegative().nullable(),
  salary_currency: z.string(),
  salary_unit: z.enum(['YEAR', 'HOUR']),
}

/** What candidates filter a long list by; '' and an empty list if staff haven't set anything. */
const Facets = {
  department: z.string(),
  specialty: z.string(),
  shift: z.string(),
  /** Two-letter codes of the states an applicant has to be licensed in. */
  license_states: z.array(z.string()),
}

/** A role as shown in the list of openings. */
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

/** A role as shown on its own page. */
export const OpenRoleDetail = OpenRole.extend({
  function_role_responsibilities: z.string(),
  function_role_requirements: z.string(),
  /** Calendar days; null uses the installation's default. */
  reply_within_days: z.int().nullable(),
  modified_at: Instant,
})
export type OpenRoleDetail = z.infer<typeof OpenRoleDetail>

export const listOpenRoles = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/open-roles',
  summary: 'List all open roles, newest first',
  output: z.array(OpenRole),
})

export const readOpenRole = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/open-roles/{id}',
  summary: "Get an open role; 404 if it's unknown, disabled or closed",
  params: z.object({ id: idText('Invalid role ID') }),
  output: OpenRoleDetail,
})

export const RoleState = z.enum(['draft', 'published', 'paused', 'closed'])
export type RoleState = z.infer<typeof RoleState>

type RoleStateMeaning = {
  label: string
  /** The status code of its public page. */
  page: 200 | 404 | 410
  acceptsApplications: boolean
  /** True if it's included in the list of openings, the sitemap and the feeds. */
  isListed: boolean
  /** The states staff can change it to. */
  next: readonly RoleState[]
}

/** What each state allows. Owners can edit a role in any state. */
export const ROLE_STATES: Record<RoleState, RoleStateMeaning> = {
  draft: { label: 'Draft', page: 404, acceptsApplications: false, isListed: false, next: ['published'] },
  published: { label: 'Published', page: 200, acceptsApplications: true, isListed: true, next: ['paused', 'closed'] },
  paused: { label: 'Paused', page: 200, acceptsApplications: false, isListed: false, next: ['published', 'closed'] },
  closed: { label: 'Closed', page: 410, acceptsApplications: false, isListed: false, next: ['published'] },
}

export function roleStatesWhere(is: (meaning: RoleStateMeaning) => boolean): RoleState[] {
  return RoleState.options.filter((state) => is(ROLE_STATES[state]))
}

/** Returns why a role can't go from one state to another; null if it can, or if the state stays the same. */
export function stateChangeError(from: RoleState, to: RoleState): string | null {
  if (from === to || ROLE_STATES[from].next.includes(to)) return null
  if (from === 'draft') return `This role hasn't been published yet, so it can't be ${to}.`
  if (to === 'draft') return "Candidates have seen this role, so it can't become a draft again. Pause or close it instead."
  return 'This role is closed. Publish it again before you pause it.'
}

/** Returns a sentence explaining why no more offers can be accepted. */
export function filledMessage(openings: number): string {
  return `${openings === 1 ? 'The only opening of this role is' : `All ${openings} openings of this role are`} filled, so this offer can't be accepted. Add an opening first.`
}

/** Returns whether every opening is filled, so the role can be closed. */
export function isFilled({ openings, filled_openings }: Pick<FunctionRole, 'openings' | 'filled_openings'>): boolean {
  return openings !== null && filled_openings >= openings
}

type RoleToPublish = Pick<FunctionRole, 'function_role_description' | 'salary_min' | 'salary_max'> & { asked_questions: number }
type MissingField = { path: string; message: string; mustHave: boolean }

/** Returns what a role still needs before candidates can see it, and what it should have. */
export function missingFields(role: RoleToPublish): MissingField[] {
  const missing: (MissingField | false)[] = [
    role.function_role_description.trim() === '' && { path: 'function_role_description', message: 'Write a description before you publish', mustHave: true },
    role.asked_questions === 0 && { path: 'state', message: 'Choose at least one question to ask before you publish', mustHave: true },
    role.salary_min === null &&
      role.salary_max === null && { path: 'salary_min', message: 'Several US states require a pay range in every posting', mustHave: false },
  ]
  return missing.filter((one) => one !== false)
}

/** A role as edited by staff. */
export const FunctionRole = OpenRoleDetail.extend({
  /** As of now: a role scheduled for later is a draft, and one past its closing date is closed. */
  state: RoleState,
  /** False exactly when the role accepts applications. */
  disabled_flag: z.boolean(),
  /** Anyone with this link can preview the draft as candidates will see it; null once the role has been published. */
  preview_path: z.string().nullable(),
  /** The number of questions on its form. */
  asked_questions: z.int(),
  /** The number of people to hire; null for no limit. */
  openings: z.int().nullable(),
  /** Accepted offers. */
  filled_openings: z.int(),
  hiring_lead_email: z.string(),
  hiring_lead_name: z.string(),
  /** If false, no rationales are generated for its applicants. */
  generated_rationale_flag: z.boolean(),
  version: z.int(),
  modified_by_email: z.string().nullable(),
  /** Submitted applications without a decision yet (statuses 4 and 5). */
  unanswered_applicants: z.int(),
})
export type FunctionRole = z.infer<typeof FunctionRole>

const EmailAddress = boundedText(254).regex(/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/, 'Please enter a valid email address')

const NO_SUCH_STATE = 'Use the two-letter codes of states, DC or territories, such as TX'

/** What staff write about a role. */
export const RoleText = z.object({
  function_role_name: requiredText(200, 'Role name is required'),
  function_role_description: boundedText(20_000),
  function_role_responsibilities: boundedText(20_000),
  function_role_requirements: boundedText(20_000),
  disabled_flag: z.boolean(),
  hiring_lead_email: EmailAddress,
  hiring_lead_name: requiredText(200, 'Hiring lead name is required'),
  salary_min: z.number().nonnegative().max(9_999_999_999).nullable(),
  salary_max: z.number().nonnegative().max(9_999_999_999).nullable(),
  salary_currency: z.string().regex(/^[A-Z]{3}$/, 'Use a three-letter currency code'),
  salary_unit: z.enum(['YEAR', 'HOUR']),
  published_at: z.iso.datetime({ offset: true }).nullable(),
  closes_at: z.iso.datetime({ offset: true }).nullable(),
  generated_rationale_flag: z.boolean(),
  department: boundedText(80).trim(),
  specialty: boundedText(80).trim(),
  shift: boundedText(80).trim(),
  license_states: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, { error: NO_SUCH_STATE, abort: true })
        .refine((code) => Object.hasOwn(PLACES, code), NO_SUCH_STATE),
    )
    .max(60),
  reply_within_days: z.int().min(1, 'At least 1 day').max(365, 'At most 365 days').nullable(),
  openings: z.int('Use a whole number').min(1, 'At least 1 opening').max(9999, 'At most 9999 openings').nullable(),
})
export type RoleText = z.infer<typeof RoleText>

/** What waiting applicants are told when their role closes. */
export const ClosingOption = z.enum(['email', 'stay-due'])
export type ClosingOption = z.infer<typeof ClosingOption>

const optional = RoleText.partial()
/** Takes precedence over `disabled_flag`, which publishes or closes. If something is missing, publishing fails with a 422 that lists it. */
const state = RoleState.optional()

export const listAdminRoles = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/open-roles/admin',
  summary: 'List all roles, open or not',
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
      /** If omitted, the role is published unless `disabled_flag` is set. */
      state: RoleState.exclude(['paused', 'closed'], 'A new role is a draft or published').optional(),
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
    "Update the given fields of a role; 409 if `version` isn't the current one, 422 if this publishes it and something is missing, or closes it without saying what waiting applicants are told",
  params: z.object({ id: idText('Invalid role ID') }),
  body: z.object(
    {
      ...optional.shape,
      state,
      version: z.int().optional(),
      /**
       * When closing a role: `email` closes the waiting applicants' applications and emails them; `stay-due` leaves those applications open, with a
       * reply still due.
       */
      waiting_applicants: ClosingOption.optional(),
      /** With `email`: text that replaces the template's for these applicants. */
      waiting_email: EmailWording.pick({ subject: true, html: true }).optional(),
    },
    'Invalid role data',
  ),
  output: FunctionRole,
})

export const duplicateRole = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/open-roles/admin/{id}/duplicate',
  summary: "Create a draft named 'Copy of …' with a role's text, pay, licenses, questions, interviews and team, but without its applicants and dates",
  status: 201,
  params: z.object({ id: idText('Invalid role ID') }),
  output: FunctionRole,
})

/** Returns the pay in readable form, "$78,000 to $96,000 a year"; null when no range is set. */
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
