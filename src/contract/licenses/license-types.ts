import type { Compact } from './compacts.ts'

type TypeMeaning = {
  name: string
  /** The compact under which this license, or a privilege based on it, can be valid in other states. */
  compact: Compact | null
  /** What the compact allows: the license itself is valid elsewhere, a privilege per state, an authorization, or only a faster way to get another license. */
  travels: 'license' | 'privilege' | 'authorization' | 'no'
  /** An RN license doesn't cover an advanced practice nurse's work. */
  isAdvancedNurse?: true
  /** Why a state without a license isn't necessarily missing, if not every state licenses this profession. */
  rarelyLicensed?: string
}

/** The properties of each license type, in form order. */
export const LICENSE_TYPES = {
  RN: { name: 'Registered nurse (RN)', compact: 'NLC', travels: 'license' },
  LPN: { name: 'Practical or vocational nurse (LPN, LVN)', compact: 'NLC', travels: 'license' },
  NP: { name: 'Nurse practitioner (NP)', compact: null, travels: 'no', isAdvancedNurse: true },
  CNS: { name: 'Clinical nurse specialist (CNS)', compact: null, travels: 'no', isAdvancedNurse: true },
  CRNA: { name: 'Nurse anesthetist (CRNA)', compact: null, travels: 'no', isAdvancedNurse: true },
  CNM: { name: 'Nurse midwife (CNM)', compact: null, travels: 'no', isAdvancedNurse: true },
  MD: { name: 'Physician (MD)', compact: 'IMLC', travels: 'no' },
  DO: { name: 'Physician (DO)', compact: 'IMLC', travels: 'no' },
  PA: { name: 'Physician assistant or associate (PA)', compact: 'PA', travels: 'privilege' },
  PSY: { name: 'Psychologist', compact: 'PSYPACT', travels: 'authorization' },
  LCSW: { name: 'Clinical social worker (LCSW, LICSW)', compact: 'SW', travels: 'license' },
  LPC: { name: 'Professional counselor (LPC, LPCC, LMHC)', compact: 'LPC', travels: 'privilege' },
  LMFT: { name: 'Marriage and family therapist (LMFT)', compact: null, travels: 'no' },
  PT: { name: 'Physical therapist (PT)', compact: 'PT', travels: 'privilege' },
  PTA: { name: 'Physical therapist assistant (PTA)', compact: 'PT', travels: 'privilege' },
  OT: { name: 'Occupational therapist (OT)', compact: 'OT', travels: 'privilege' },
  OTA: { name: 'Occupational therapy assistant (OTA)', compact: 'OT', travels: 'privilege' },
  SLP: { name: 'Speech-language pathologist (SLP)', compact: 'ASLP', travels: 'privilege' },
  AUD: { name: 'Audiologist', compact: 'ASLP', travels: 'privilege' },
  RPH: { name: 'Pharmacist (RPh)', compact: null, travels: 'no' },
  CNA: { name: 'Nursing assistant (CNA)', compact: null, travels: 'no' },
  CMA: { name: 'Medical assistant (CMA)', compact: null, travels: 'no', rarelyLicensed: 'not every state licenses medical assistants' },
  RDN: { name: 'Registered dietitian (RDN)', compact: null, travels: 'no', rarelyLicensed: 'not every state licenses dietitians' },
  OTHER: { name: 'Another license', compact: null, travels: 'no', rarelyLicensed: 'states differ on other licenses' },
} satisfies Record<string, TypeMeaning>

export type LicenseType = keyof typeof LICENSE_TYPES
export const LICENSE_TYPE_NAMES = Object.keys(LICENSE_TYPES) as [LicenseType, ...LicenseType[]]

export function meaningOfType(type: LicenseType): TypeMeaning {
  return LICENSE_TYPES[type]
}

/** California and Texas call a practical nurse a vocational nurse (LVN). */
export const LVN_STATES: readonly string[] = ['CA', 'TX']

/** What a license is called in a sentence: "RN TX", "LVN CA". */
export function labelOf({ license_type, license_state }: { license_type: string; license_state: string }): string {
  return `${shortName(license_type, license_state)} ${license_state}`
}

/** Types whose code isn't an abbreviation that people use. */
const SPELLED_OUT: Record<string, string> = { PSY: 'Psychologist', AUD: 'Audiologist', RPH: 'Pharmacist', OTHER: 'Other license' }

/** A type's short name, as its state calls it if that's known. */
export function shortName(license_type: string, license_state = ''): string {
  return license_type === 'LPN' && LVN_STATES.includes(license_state) ? 'LVN' : (SPELLED_OUT[license_type] ?? license_type)
}

/** A short name or label within a sentence: "RN TX", "psychologist OH". */
export function inSentence(name: string): string {
  return name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
}

/** Other names people use for a type: an LVN is an LPN, an LICSW an LCSW. As a type, MA is a medical assistant, not Massachusetts. */
const ALIASES: Record<string, LicenseType> = {
  LVN: 'LPN',
  MA: 'CMA',
  APRN: 'NP',
  FNP: 'NP',
  LICSW: 'LCSW',
  'LCSW-C': 'LCSW',
  LISW: 'LCSW',
  LSCSW: 'LCSW',
  LPCC: 'LPC',
  LMHC: 'LPC',
  LCPC: 'LPC',
  LCMHC: 'LPC',
  PHARMACIST: 'RPH',
  RD: 'RDN',
  COTA: 'OTA',
}

export function typeByAlias(text: string): string {
  const name = text.trim().toUpperCase()
  return ALIASES[name] ?? name
}
