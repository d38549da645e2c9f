import { meaningOfType, type LicenseType } from './license-types.ts'
import type { Place } from './places.ts'

/** Nursys is the primary source for nurses in participating states, free of charge. */
const NURSYS = 'https://www.nursys.com/LQC/LQCSearch.aspx'
const NURSES: readonly LicenseType[] = ['RN', 'LPN']

/** Public license lookups of state boards. The URLs were collected on 2026-11-23 and haven't been opened. */
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

/** In Texas, physicians have a separate registry. */
const TEXAS_PHYSICIANS = 'https://profile.tmb.state.tx.us'

/** Returns the page where a license can be verified at its source, with its name; null if none is known. */
export function lookupFor(license_type: LicenseType, license_state: Place): { name: string; url: string } | null {
  const isNurse = NURSES.includes(license_type) || meaningOfType(license_type).isAdvancedNurse === true
  if (isNurse) return { name: 'Nursys QuickConfirm', url: NURSYS }
  if (license_state === 'TX' && ['MD', 'DO', 'PA'].includes(license_type)) return { name: 'Texas Medical Board', url: TEXAS_PHYSICIANS }
  const url = BOARDS[license_state]
  return url === undefined || license_state === 'TX' || license_state === 'NC' ? null : { name: `${license_state} license lookup`, url }
}
