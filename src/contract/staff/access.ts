import { z } from 'zod'

/** What a call may require beyond signing in: seeing applicants, deciding about them, exporting them, reading the audit trail. */
export const POWERS = ['read', 'decide', 'export', 'audit'] as const
export type Power = (typeof POWERS)[number]

/** The two areas behind a sign-in. */
export type Area = 'admin' | 'interviewer'

/** What an address may be. Owners ('admin' in the API) are the addresses of ADMIN_EMAILS and those an owner added; interviewers those of the company. */
export const Access = z.enum(['admin', 'recruiter', 'hiring-manager', 'auditor', 'interviewer'])
export type Access = z.infer<typeof Access>

/** The roles that an owner gives to an address. */
export const GivenRole = Access.extract(['recruiter', 'hiring-manager', 'auditor'])
export type GivenRole = z.infer<typeof GivenRole>

type Meaning = {
  name: string
  about: string
  area: Area
  powers: readonly Power[]
  /** Sees only the applicants for chosen openings. */
  isScoped: boolean
  /** An owner may let this person decide. */
  canBeLetDecide: boolean
}

/** Everything about each role. A call that names no power is for owners only. */
export const ACCESS = {
  admin: { name: 'Owner', about: 'Everything, including settings and people', area: 'admin', powers: POWERS, isScoped: false, canBeLetDecide: false },
  recruiter: {
    name: 'Recruiter',
    about: 'Reads, decides about and exports the applicants for chosen openings',
    area: 'admin',
    powers: ['read', 'decide', 'export'],
    isScoped: true,
    canBeLetDecide: false,
  },
  'hiring-manager': {
    name: 'Hiring manager',
    about: 'Reads the applicants for chosen openings, and decides about them if allowed',
    area: 'admin',
    powers: ['read'],
    isScoped: true,
    canBeLetDecide: true,
  },
  auditor: { name: 'Auditor', about: 'Reads the audit trail and nothing else', area: 'admin', powers: ['audit'], isScoped: false, canBeLetDecide: false },
  interviewer: {
    name: 'Interviewer',
    about: 'Writes feedback on candidates in the panel interview',
    area: 'interviewer',
    powers: [],
    isScoped: false,
    canBeLetDecide: false,
  },
} satisfies Record<Access, Meaning>

export function powersOf(roles: readonly Access[], mayDecide: boolean): Power[] {
  return POWERS.filter((power) =>
    roles.some((role) => {
      const { powers, canBeLetDecide }: Meaning = ACCESS[role]
      return powers.includes(power) || (power === 'decide' && mayDecide && canBeLetDecide)
    }),
  )
}

export function opensArea(roles: readonly Access[], area: Area): boolean {
  return roles.some((role) => ACCESS[role].area === area)
}
