import { meaningOfType, type LicenseType } from './license-types.ts'
import type { Place } from './places.ts'

/** A page where licenses can be looked up; `source` and `seen_on` record where its URL was found, and when. */
type Lookup = {
  name: string
  url: string
  source: string
  seen_on: string
  /** True for a directory that leads to the right board; the directory itself isn't the primary source. */
  isDirectory?: true
}

/** The URLs were collected without internet access, so none of the pages has been opened. */
const FOUND_ON = { source: 'public repositories that link to it', seen_on: '2026-11-26' } as const

/** The primary source for nurses in participating states, free of charge. */
const NURSYS: Lookup = { name: 'Nursys QuickConfirm', url: 'https://www.nursys.com/LQC/LQCSearch.aspx', ...FOUND_ON }

/** States with one lookup for most health professions. */
const STATES: Partial<Record<Place, Lookup>> = {
  CA: { name: 'California DCA license search', url: 'https://search.dca.ca.gov/', ...FOUND_ON },
  FL: { name: 'Florida MQA license search', url: 'https://mqa-internet.doh.state.fl.us/MQASearchServices/HealthCareProviders', ...FOUND_ON },
  GA: { name: 'Georgia Secretary of State', url: 'https://verify.sos.ga.gov/verification/', ...FOUND_ON },
  IL: { name: 'Illinois IDFPR license lookup', url: 'https://online-dfpr.micropact.com/lookup/licenselookup.aspx', ...FOUND_ON },
  MI: { name: 'Michigan LARA', url: 'https://val.apps.lara.state.mi.us/License/Search', ...FOUND_ON },
  NY: { name: 'New York Office of the Professions', url: 'https://www.op.nysed.gov/verification-search', ...FOUND_ON },
  OH: { name: 'Ohio eLicense', url: 'https://elicense.ohio.gov/oh_verifylicense', ...FOUND_ON },
  PA: { name: 'Pennsylvania PALS', url: 'https://www.pals.pa.gov/#/page/search', ...FOUND_ON },
}

const ADVANCED_NURSES: readonly LicenseType[] = ['NP', 'CNS', 'CRNA', 'CNM']
const MEDICAL: readonly LicenseType[] = ['MD', 'DO', 'PA']

/** Boards of some professions only. They're used instead of the state's own lookup. */
const BOARDS: { place: Place; types: readonly LicenseType[]; lookup: Lookup }[] = [
  {
    place: 'GA',
    types: MEDICAL,
    lookup: { name: 'Georgia Composite Medical Board', url: 'https://gateway.medicalboard.georgia.gov/verification/search.aspx', ...FOUND_ON },
  },
  {
    place: 'NC',
    types: ADVANCED_NURSES,
    lookup: { name: 'North Carolina Board of Nursing', url: 'https://portal.ncbon.com/LicenseVerification/Search.aspx', ...FOUND_ON },
  },
  {
    place: 'TX',
    types: ADVANCED_NURSES,
    lookup: { name: 'Texas Board of Nursing', url: 'https://www.bon.texas.gov', source: 'notes on board lookups', seen_on: '2026-11-23' },
  },
  { place: 'TX', types: MEDICAL, lookup: { name: 'Texas Medical Board', url: 'https://profile.tmb.state.tx.us/', ...FOUND_ON } },
]

const MEDICAL_BOARDS: Lookup = {
  name: 'FSMB (list of medical boards)',
  url: 'https://www.fsmb.org/contact-a-state-medical-board/',
  isDirectory: true,
  ...FOUND_ON,
}
/** The US Department of Labor's list of every state's licensing agencies. */
const AGENCIES: Lookup = {
  name: 'CareerOneStop (list of licensing agencies)',
  url: 'https://www.careeronestop.org/Toolkit/Training/find-licenses.aspx',
  isDirectory: true,
  ...FOUND_ON,
}

/** Types that have their own registry or a national certificate, or that we don't know, so the state's lookup may not include them. */
const OTHER_LOOKUPS: readonly LicenseType[] = ['CNA', 'CMA', 'RDN', 'OTHER']

/** Georgia's Secretary of State doesn't license pharmacists. */
function isInStateLookup(type: LicenseType, place: Place): boolean {
  return !OTHER_LOOKUPS.includes(type) && !(place === 'GA' && type === 'RPH')
}

/**
 * Returns the page where a license can be verified at its source, or else a directory that leads to its board. Advanced practice nurses are looked up
 * at their board where it's known, because Nursys doesn't have all of them.
 */
export function lookupFor(type: LicenseType, place: Place): Lookup {
  if (meaningOfType(type).compact === 'NLC') return NURSYS
  const board = BOARDS.find((one) => one.place === place && one.types.includes(type))?.lookup
  const found = board ?? (isInStateLookup(type, place) ? STATES[place] : undefined)
  if (found) return found
  if (ADVANCED_NURSES.includes(type)) return NURSYS
  return MEDICAL.includes(type) ? MEDICAL_BOARDS : AGENCIES
}
