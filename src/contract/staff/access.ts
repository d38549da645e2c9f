import { z } from 'zod'

/** What a call can require beyond being signed in: viewing applicants, making decisions about them, exporting them, or reading the audit trail. */
export const POWERS = ['read', 'decide', 'export', 'audit'] as const
export type Power = (typeof POWERS)[number]

/** The two areas behind sign-in. */
export type Area = 'admin' | 'interviewer'

/**
 * The roles an address can have. Owners ('admin' in the API) are the addresses in ADMIN_EMAILS and those added by an owner; interviewers are any at
 * the company's domain.
 */
export const Access = z.enum(['admin', 'recruiter', 'hiring-manager', 'auditor', 'interviewer'])
export type Access = z.infer<typeof Access>

/** The roles an owner can assign to an address. */
export const AssignedRole = Access.extract(['recruiter', 'hiring-manager', 'auditor'])
export type AssignedRole = z.infer<typeof AssignedRole>

type RoleMeaning = {
  name: string
  about: string
  area: Area
  powers: readonly Power[]
  /** True if limited to applicants for chosen openings. */
  isScoped: boolean
  /** True if an owner can allow this person to make decisions. */
  canBeAllowedToDecide: boolean
}

/** The properties of each role. Calls that don't name a power are for owners only. */
export const ACCESS = {
  admin: { name: 'Owner', about: 'Everything, including settings and people', area: 'admin', powers: POWERS, isScoped: false, canBeAllowedToDecide: false },
  recruiter: {
    name: 'Recruiter',
    about: 'Reads, decides about and exports the applicants for chosen openings',
    area: 'admin',
    powers: ['read', 'decide', 'export'],
    isScoped: true,
    canBeAllowedToDecide: false,
  },
  'hiring-manager': {
    name: 'Hiring manager',
    about: 'Reads the applicants for chosen openings, and decides about them if allowed',
    area: 'admin',
    powers: ['read'],
    isScoped: true,
    canBeAllowedToDecide: true,
  },
  auditor: { name: 'Auditor', about: 'Reads the audit trail and nothing else', area: 'admin', powers: ['audit'], isScoped: false, canBeAllowedToDecide: false },
  interviewer: {
    name: 'Interviewer',
    about: 'Writes feedback on candidates in the panel interview',
    area: 'interviewer',
    powers: [],
    isScoped: false,
    canBeAllowedToDecide: false,
  },
} satisfies Record<Access, RoleMeaning>

export function powersOf(roles: readonly Access[], mayDecide: boolean): Power[] {
  return POWERS.filter((power) =>
    roles.some((role) => {
      const { powers, canBeAllowedToDecide }: RoleMeaning = ACCESS[role]
      return powers.includes(power) || (power === 'decide' && mayDecide && canBeAllowedToDecide)
    }),
  )
}

export function canOpenArea(roles: readonly Access[], area: Area): boolean {
  return roles.some((role) => ACCESS[role].area === area)
}
