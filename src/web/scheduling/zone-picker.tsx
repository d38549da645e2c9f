import type { ReactNode } from 'react'
import type { OwnTimes } from '#contract/scheduling/own-times.ts'
import { US_ZONES } from './times-text.ts'

export function ZonePicker({ times, zones }: { times: OwnTimes; zones: string[] }): ReactNode {
  return (
    <form method="get" action={`/application/${times.user_session_id}/times`} {...(!times.is_zone_known && { 'data-guessed-zone': times.time_zone })}>
      <div className="field zone">
        <label htmlFor="zone">Time zone for all times</label>
        <select id="zone" name="zone" defaultValue={times.time_zone}>
          {!(times.time_zone in US_ZONES) && <option value={times.time_zone}>{times.time_zone.replaceAll('_', ' ')}</option>}
          <optgroup label="United States">
            {Object.entries(US_ZONES).map(([zone, name]) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="Elsewhere">
            {zones
              .filter((zone) => !(zone in US_ZONES) && zone !== times.time_zone)
              .map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
          </optgroup>
        </select>
      </div>
      <p className="actions">
        <button type="submit" className="button small quiet">
          Show times in this zone
        </button>
      </p>
    </form>
  )
}
