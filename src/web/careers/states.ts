import { PLACES, type Place } from '#contract/licenses/places.ts'

/** 'Texas' for 'TX'; an unknown code is shown unchanged. */
export function stateName(code: string): string {
  return Object.hasOwn(PLACES, code) ? PLACES[code as Place] : code
}
