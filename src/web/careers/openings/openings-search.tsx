import type { ReactNode } from 'react'
import { OTHER } from '#contract/find-openings.ts'
import type { Filters } from '#contract/openings.ts'
import type { OpenRole } from '#contract/roles.ts'
import { stateName } from '../states.ts'
import { OTHER_NAME } from './results.tsx'

type Option = { value: string; label: string }

/** A plain form; with its script, the list updates on every keystroke. */
export function OpeningsSearch({ roles, filters }: { roles: OpenRole[]; filters: Filters }): ReactNode {
  const departments = optionsOf(roles.map((role) => role.department))
  if (departments.length > 0 && roles.some((role) => role.department === '')) departments.push({ value: OTHER, label: OTHER_NAME })
  const shifts = optionsOf(roles.map((role) => role.shift))
  const states = optionsOf(
    roles.flatMap((role) => role.license_states),
    stateName,
  )
  return (
    <form className="openings-search" role="search" aria-label="Openings" method="get" action="/#openings">
      <div className="search-field">
        <label className="unseen" htmlFor="q">
          Search openings
        </label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={filters.q}
          placeholder="Search roles, specialties, states"
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <Choice name="department" label="Department" all="All departments" options={departments} chosen={filters.department} />
      <Choice name="shift" label="Shift" all="All shifts" options={shifts} chosen={filters.shift} />
      <Choice name="state" label="License state" all="All states" options={states} chosen={filters.state} />
      <button type="submit" className="button small quiet">
        Search
      </button>
    </form>
  )
}

type ChoiceProps = { name: string; label: string; all: string; options: Option[]; chosen: string }

/** Shown only if there's something to choose from. */
function Choice({ name, label, all, options, chosen }: ChoiceProps): ReactNode {
  if (options.length < 2 && chosen === '') return null
  return (
    <>
      <label className="unseen" htmlFor={`filter-${name}`}>
        {label}
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={chosen}>
        <option value="">{all}</option>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </>
  )
}

function optionsOf(values: string[], labelOf: (value: string) => string = (value) => value): Option[] {
  const different = [...new Set(values)].filter((value) => value !== '')
  return different.map((value) => ({ value, label: labelOf(value) })).toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
