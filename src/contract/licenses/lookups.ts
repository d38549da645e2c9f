import { meaningOfType, type LicenseType } from './license-types.ts'
import type { Place } from './places.ts'

/** Nursys is the primary source for nurses, free of charge, in the states that take part. */
const NURSYS = 'https://www.nursys.com/LQC/LQCSearch.aspx'
const NURSES: readonly LicenseType[] = ['RN', 'LPN']

/** Where a state's boards let anyone look up a license. Addresses were collected on 2026-11-23 and not opened. */
const BOARDS: Partial<Record<Place, string>> = {
  CA: 'https://search.dca.ca.gov',
  TX: 'https://www.bon.texas.gov',
  FL: 'https://mqa-internet.doh.state.fl.us/MQASearchServices',
  NY: 'https://www.op.nysed.gov/verification-search',
  PA: 'https://www.pals.pa.gov',
  IL: 'https://online-dfpr.micropact.com/lookup',
  OH: 'https://elicense.ohio.gov',
  GA: 'https://verify.sos.ga.gov',
  NC: 'https://portal.ncbon.com',
  MI: 'https://val.apps.lara.state.mi.us',
}

/** Texas registers physicians elsewhere. */
const TEXAS_PHYSICIANS = 'https://profile.tmb.state.tx.us'

/** The page on which a license can be verified at the source, and its name; null where none is known. */
export function lookupFor(license_type: LicenseType, license_state: Place): { name: string; url: string } | null {
  const isNurse = NURSES.includes(license_type) || meaningOfType(license_type).isAdvancedNurse === true
  if (isNurse) return { name: 'Nursys QuickConfirm', url: NURSYS }
  if (license_state === 'TX' && ['MD', 'DO', 'PA'].includes(license_type)) return { name: 'Texas Medical Board', url: TEXAS_PHYSICIANS }
  const url = BOARDS[license_state]
  return url === undefined || license_state === 'TX' || license_state === 'NC' ? null : { name: `${license_state} license lookup`, url }
}
